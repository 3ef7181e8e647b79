// The .msg texts that diff.mjs takes, and random ones. wstring is left out:
// Foxglove does not translate it.

const RULE = `\n${"=".repeat(80)}\nMSG: `;
const INNER = `${RULE}demo_msgs/Inner\nuint8 x\nfloat64 y\nstring z`;
const TIME = `${RULE}builtin_interfaces/Time\nint32 sec\nuint32 nanosec`;
const DURATION = TIME.replace("/Time", "/Duration");
const HEADER = `${RULE}std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id${TIME}`;

export const PRIMITIVES = [
  "bool", "byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32",
  "int64", "uint64", "float32", "float64", "string",
];

const each = (line) => PRIMITIVES.map(line).join("\n");

export const SCHEMAS = {
  scalars: each((type, i) => `${type} m${i}`),
  scalars_by_alignment: each((type, i) => `uint8 p${i}\n${type} m${i}`),
  fixed_arrays: each((type, i) => `uint8 p${i}\n${type}[3] m${i}`),
  sequences: each((type, i) => `${type}[] m${i}\nuint8 p${i}`),
  bounded_sequences: each((type, i) => `${type}[<=4] m${i}\nbool p${i}`),
  bounded_strings: "string<=8 a\nstring<=3[] b\nstring<=5[2] c\nstring<=1[<=2] d",
  nested: `uint8 a\nInner i\nuint8 b${INNER}`,
  nested_fixed: `uint8 a\nInner[2] i\nuint8 b${INNER}`,
  nested_sequence: `uint8 a\nInner[] i\nuint8 b${INNER}`,
  nested_bounded: `Inner[<=2] i\nint64 b${INNER}`,
  deep: `A[] a${RULE}demo_msgs/A\nB[2] b\nint16 x${RULE}demo_msgs/B\nC c\nbool y${RULE}demo_msgs/C\nfloat64[] z\nstring w`,
  header: `std_msgs/Header header\nfloat64[] values${HEADER}`,
  times: `uint8 a\nbuiltin_interfaces/Time t\nbuiltin_interfaces/Duration d\nbuiltin_interfaces/Time[] s${TIME}${DURATION}`,
  empty: "",
  empty_nested: `uint8 a\nNothing n\nNothing[] s\nfloat32 b${RULE}demo_msgs/Nothing\nint32 CONSTANT=1`,
  constants_and_defaults:
    'int32 A=-5\nstring B="b # no comment"\nint8 c 7 # a default\nstring d "hi"\nfloat32[2] e [1.5, 2.5]',
  joint_state: `std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort${HEADER}`,
  image: `std_msgs/Header header\nuint32 height\nuint32 width\nstring encoding\nuint8 is_bigendian\nuint32 step\nuint8[] data${HEADER}`,
};

// A message of up to 12 members, all of random types.
export function randomSchema(random) {
  const lines = [];
  const count = 1 + random.below(12);
  for (let i = 0; i < count; ++i) {
    const types = [...PRIMITIVES, "Inner", `string<=${1 + random.below(9)}`];
    const type = types[random.below(types.length)];
    const suffix = ["", "", "[]", `[${1 + random.below(5)}]`,
      `[<=${1 + random.below(5)}]`][random.below(5)];
    lines.push(`${type}${suffix} m${i}`);
  }
  return lines.join("\n") + INNER;
}
