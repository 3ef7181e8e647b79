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
    blob: string;
    raw: string;
    blobs: Array<string>;
    deep: Array<Array<Array<Array<$35>>>>;
    by_name: { [key: string]: number };
    by_number: { [key: string]: a.b.Colour };
    by_truth: { [key: string]: number };
    by_base: Array<[a.Base, number]>;
    a: boolean;
    c: number;
    f: number;
    h: number;
    i: number | string;
    j: number | string;
    k: number | "NaN" | "Infinity" | "-Infinity";
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
    | { $discriminator: a.b.Colour; bytes: string };
  export type Truth =
    | { $discriminator: true; d: string }
    | { $discriminator: boolean };
  export type Both =
    | { $discriminator: true; a: number }
    | { $discriminator: false; b: string };
  export type Huge =
    | { $discriminator: 1; f: number | "NaN" | "Infinity" | "-Infinity" }
    | { $discriminator: "18446744073709551615"; o: number }
    | { $discriminator: number | string };
  export type Letter =
    | { $discriminator: "\"" | "€"; c: string }
    | { $discriminator: string };
  export namespace b {
    export type Colour =
      | "RED"
      | "GREEN"
      | number;
    export type Flags = number;
    export type Wide = number | string;
    export interface Bits {
      low: number;
      bit: boolean;
      rest: number | string;
    }
  }
}
export type $35 = Array<number>;
