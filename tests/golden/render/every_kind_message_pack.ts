// root type: a.Root
export namespace a {
  export interface Root {
    id: number;
    nodes: a.Nodes;
    colours: a.Colours;
    choice: a.Choice;
    truth: a.Truth;
    both: a.Both;
    huge: a.Huge;
    letter: a.Letter;
    flags: a.b.Flags;
    wide: a.b.Wide;
    bits: a.b.Bits;
    blob: Uint8Array;
    raw: Uint8Array;
    blobs: Array<Uint8Array>;
    deep: Array<Array<Array<Array<$35>>>>;
    by_name: { [key: string]: number };
    by_number: Map<number, a.b.Colour>;
    by_truth: Map<boolean, number>;
    by_base: Map<a.Base, number>;
    a: boolean;
    c: number;
    f: number;
    h: number;
    i: number | bigint;
    j: number | bigint;
    k: number;
    w: string;
    text: string;
    letters: Array<string>;
  }
  export interface Base {
    id: number;
  }
  export type Nodes = Array<a.Node>;
  export interface Node {
    children: a.Nodes;
    name?: string;
  }
  export type Colours = Array<a.b.Colour>;
  export type Choice =
    | { $discriminator: "RED"; number: number }
    | { $discriminator: a.b.Colour; bytes: Uint8Array };
  export type Truth =
    | { $discriminator: true; d: Uint8Array }
    | { $discriminator: boolean };
  export type Both =
    | { $discriminator: true; a: number }
    | { $discriminator: false; b: string };
  export type Huge =
    | { $discriminator: 1 | 1n; f: number }
    | { $discriminator: 18446744073709551615n; o: number }
    | { $discriminator: number | bigint };
  export type Letter =
    | { $discriminator: "\"" | "€"; c: string }
    | { $discriminator: string };
  export namespace b {
    export type Colour =
      | "RED"
      | "GREEN"
      | number;
    export type Flags = number;
    export type Wide = number | bigint;
    export interface Bits {
      low: number;
      bit: boolean;
      rest: number | bigint;
    }
  }
}
export type $35 = Array<number>;
