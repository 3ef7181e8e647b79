// Random messages, and their comparison with what came back, both led by the
// definitions that Foxglove's parser gives.

// mulberry32: small, seeded, good enough for test data.
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  bits() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }
  below(n) {
    return this.bits() % n;
  }
  pick(values) {
    return values[this.below(values.length)];
  }
}

const INTEGERS = {
  int8: [8, true], uint8: [8, false], int16: [16, true], uint16: [16, false],
  int32: [32, true], uint32: [32, false], int64: [64, true], uint64: [64, false],
};
const TYPED = {
  int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array,
  int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array,
  uint64: BigUint64Array, float32: Float32Array, float64: Float64Array,
};

const BUFFER = new DataView(new ArrayBuffer(8));

function randomBits64(random) {
  BUFFER.setUint32(0, random.bits());
  BUFFER.setUint32(4, random.bits());
  return BUFFER;
}

function randomInteger(random, [bits, isSigned]) {
  const wrap = isSigned ? BigInt.asIntN : BigInt.asUintN;
  const edges = [0n, 1n, -1n, 1n << BigInt(bits - 1), (1n << BigInt(bits - 1)) - 1n,
    (1n << 53n) + 1n, -(1n << 53n) - 1n];
  const value = random.below(3) === 0
    ? random.pick(edges)
    : randomBits64(random).getBigUint64(0) >> BigInt(random.below(64));
  const wrapped = wrap(bits, value);
  return bits === 64 ? wrapped : Number(wrapped);
}

function randomFloat(random, isSingle) {
  const edges = [0, -0, 1, -1, 0.1, NaN, Infinity, -Infinity, 5e-324, 1e300, 1e38,
    123456789.125, 2 ** 53 + 2, 1e21, 1e-7];
  const view = randomBits64(random);
  const value = random.below(3) === 0
    ? random.pick(edges)
    : isSingle ? view.getFloat32(0) : view.getFloat64(0);
  return isSingle ? Math.fround(value) : value;
}

const ASCII = ["a", "Z", "0", " ", "\"", "\\", "\n", "\u0001", "\u007f", "/", "<"];
const UNICODE = [...ASCII, "\u00e9", "\u20ac", "\u4e16", "\u{1f600}"];

// A string of at most `bound` UTF-8 bytes.
function randomString(random, alphabet, bound) {
  let text = "";
  for (let i = random.below(12); i > 0; --i) {
    const more = text + random.pick(alphabet);
    if (Buffer.byteLength(more) <= bound) text = more;
  }
  return text;
}

export class Messages {
  constructor(definitions, random) {
    this.byName = new Map(definitions.map((d) => [d.name, d]));
    this.random = random;
    this.alphabet = ASCII;
  }

  // Strings of what is made from now on hold more than ASCII.
  useUnicode() {
    this.alphabet = UNICODE;
  }

  make(definition) {
    const message = {};
    for (const field of definition.definitions) {
      if (field.isConstant !== true) message[field.name] = this.field(field);
    }
    return message;
  }

  field(field) {
    if (!field.isArray) return this.scalar(field);
    const length = field.arrayLength ??
      this.random.below(1 + Math.min(field.arrayUpperBound ?? 9, 9));
    const values = Array.from({ length }, () => this.scalar(field));
    const typed = TYPED[field.type];
    return typed === undefined ? values : typed.from(values);
  }

  scalar(field) {
    const { type } = field;
    if (field.isComplex) return this.make(this.byName.get(type));
    if (type in INTEGERS) return randomInteger(this.random, INTEGERS[type]);
    switch (type) {
      case "bool":
        return this.random.below(2) === 1;
      case "float32":
      case "float64":
        return randomFloat(this.random, type === "float32");
      case "string":
        return randomString(this.random, this.alphabet, field.upperBound ?? 1000);
      case "time":
      case "duration":
        return {
          sec: randomInteger(this.random, INTEGERS.int32),
          nanosec: randomInteger(this.random, INTEGERS.uint32),
        };
      default:
        throw new Error(`type ${type} is not known here`);
    }
  }

  // Undefined when `actual` is `expected`, else where and how they differ.
  // `read`: how a value of a format becomes JavaScript's (below).
  compare(definition, expected, actual, read, path = "") {
    const names = definition.definitions
      .filter((field) => field.isConstant !== true).map((field) => field.name);
    const found = Object.keys(actual ?? {});
    if (found.join() !== names.join()) {
      return `${path || "root"}: members ${names} expected, ${found} found`;
    }
    for (const field of definition.definitions) {
      if (field.isConstant === true) continue;
      const place = `${path}.${field.name}`;
      const difference = field.isArray
        ? this.compareArray(field, expected[field.name], actual[field.name],
          read, place)
        : this.compareScalar(field, expected[field.name], actual[field.name],
          read, place);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  compareArray(field, expected, actual, read, path) {
    const values = field.type === "uint8" ? read.bytes(actual) : actual;
    if (values?.length !== expected.length) {
      return `${path}: ${expected.length} elements expected, ${values?.length} found`;
    }
    for (let i = 0; i < expected.length; ++i) {
      const difference = this.compareScalar(field, expected[i], values[i], read,
        `${path}[${i}]`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  compareScalar(field, expected, actual, read, path) {
    const { type } = field;
    if (field.isComplex) {
      return this.compare(this.byName.get(type), expected, actual, read, path);
    }
    let same;
    if (type === "time" || type === "duration") {
      same = actual?.sec === expected.sec && actual.nanosec === expected.nanosec &&
        Object.keys(actual).length === 2;
    } else if (type === "int64" || type === "uint64") {
      same = read.integer64(actual) === expected;
    } else if (type === "float32") {
      // Object.is: -0 is not 0, NaN is NaN.
      same = Object.is(read.float32(actual), expected);
    } else if (type === "float64") {
      same = Object.is(read.float64(actual), expected);
    } else {
      same = actual === expected;
    }
    return same ? undefined
      : `${path}: ${String(expected)} expected, ${String(actual)} found`;
  }
}

const same = (value) => value;
const NON_FINITE = { NaN, Infinity, "-Infinity": -Infinity };
const fromText = (value) =>
  typeof value === "string" ? NON_FINITE[value] : value;

// What Foxglove's reader gives.
export const READ_FOXGLOVE = {
  bytes: same, integer64: same, float32: same, float64: same,
};
// What decoding to MessagePack gives, with bigints where 64 bits are used.
export const READ_MSGPACK = {
  bytes: (value) => (value instanceof Uint8Array ? value : undefined),
  integer64: (value) => BigInt(value), float32: same, float64: same,
};
// What decoding to JSON gives.
export const READ_JSON = {
  bytes: (value) =>
    typeof value === "string" ? Buffer.from(value, "base64") : undefined,
  integer64: (value) => BigInt(value),
  float32: (value) => Math.fround(fromText(value)),
  float64: fromText,
};

// A message as a JSON document for Encode.
export function toJson(value) {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "number":
      if (!Number.isFinite(value)) return JSON.stringify(String(value));
      return Object.is(value, -0) ? "-0.0" : JSON.stringify(value);
    case "object":
      if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        return `[${Array.from(value, toJson).join(",")}]`;
      }
      return `{${Object.entries(value)
        .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`)
        .join(",")}}`;
    default:
      return JSON.stringify(value);
  }
}
