// What a reader of MessagePack gives, as transcdr get --as typescript-msgpack
// describes it.
import type { t } from "./types_message_pack";

export const sample: t.Root = {
  id: 1,
  hidden: { x: 1 },
  text_like: { x: 1 },
  number_like: { y: 1 },
  colour: "GREEN",
  flags: 3,
  wide: 2n ** 63n,
  bits: { low: 1, bit: true, rest: -5n },
  choice: { $discriminator: "GREEN", bytes: new Uint8Array(2) },
  maybe: { $discriminator: false },
  huge: { $discriminator: 9223372036854775807n, b: 3 },
  letter: { $discriminator: "\\", x: 1 },
  doubles: [NaN, 1.5],
  deep: [[[[[[7]]]]]],
  node: { children: [{ children: [] }] },
  raw: new Uint8Array(2),
  blob: new Uint8Array(4),
  grid: [[1, 2, 3], [4, 5, 6]],
  c: "c",
  w: "w",
  by_name: { a: 1 },
  by_number: new Map([[-3, { children: [] }]]),
  by_colour: new Map([["RED", 1] as const]),
  by_base: new Map([[{ id: 4 }, 5]]),
  truth: true,
  big: -9007199254740993n,
  bigger: 5,
  quad: new Uint8Array(16),
  single: 1,
};

// Narrowed by the discriminator.
export function bytesOf(choice: t.Choice): Uint8Array | undefined {
  return choice.$discriminator === "GREEN" && "bytes" in choice
    ? choice.bytes
    : undefined;
}

// @ts-expect-error: bytes are no text here
export const text: t.Root = { ...sample, raw: "AQI=" };
// @ts-expect-error: a member of another case
export const choice: t.Choice = { $discriminator: "RED", bytes: new Uint8Array(2) };
