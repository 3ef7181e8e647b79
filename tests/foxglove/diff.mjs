// The daemon against Foxglove's reader and writer: node diff.mjs HOST:PORT
//
// For each schema, random messages are written by Foxglove and decoded by the
// daemon, and encoded by the daemon and read by Foxglove. README.md tells what is
// compared. The last line is "N passed, N failed, N skipped".
import path from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { decode as decodeMsgpack } from "@msgpack/msgpack";

import { randomSchema, SCHEMAS } from "./schemas.mjs";
import {
  Messages, Random, READ_FOXGLOVE, READ_JSON, READ_MSGPACK, toJson,
} from "./values.mjs";

const RANDOM_SCHEMAS = 40;
const MAX_FAILURES_SHOWN = 20;
const MESSAGE_PACK = "DOCUMENT_FORMAT_MESSAGE_PACK";
const JSON_TEXT = "DOCUMENT_FORMAT_JSON";

const protos = path.join(
  path.dirname(fileURLToPath(import.meta.url)), "..", "..", "proto");
const { v1 } = grpc.loadPackageDefinition(loadSync(
  ["transcdr/v1/schema_service.proto", "transcdr/v1/codec_service.proto"],
  { includeDirs: [protos], keepCase: true, enums: String, longs: String,
    oneofs: true })).transcdr;

const target = process.argv[2];
const schemas = new v1.SchemaService(target, grpc.credentials.createInsecure());
const codec = new v1.CodecService(target, grpc.credentials.createInsecure());

function call(client, method, request) {
  return new Promise((resolve, reject) => {
    client[method](request, { deadline: Date.now() + 60_000 },
      (error, response) => (error ? reject(error) : resolve(response)));
  });
}

const counts = { passed: 0, failed: 0 };
function report(schema, what, difference) {
  if (difference === undefined) {
    ++counts.passed;
    return;
  }
  if (++counts.failed <= MAX_FAILURES_SHOWN) {
    console.log(`FAIL ${schema.name}: ${what}: ${difference}\n${schema.text}`);
  }
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");
function sameBytes(expected, actual) {
  return Buffer.compare(Buffer.from(expected), actual) === 0
    ? undefined : `${hex(expected)} expected, ${hex(actual)} found`;
}

// Runs `check` on each result of a batch; an item that failed is a failure.
function reportEach(schema, what, results, kind, check) {
  results.forEach((result, i) => {
    report(schema, what, result.outcome === kind
      ? check(result[kind], i)
      : `item ${i}: ${result.error?.message ?? "no outcome"}`);
  });
}

// JSON cannot hold a NaN's bits, and JavaScript's are not all alike.
function holdsNan(value) {
  if (typeof value === "number") return Number.isNaN(value);
  if (typeof value !== "object") return false;
  return Object.values(value).some(holdsNan);
}

async function runSchema(schema, random, messageCount) {
  const { schema_id } = await call(schemas, "RegisterSchema", {
    ros_msg: { text: schema.text }, root_type: "demo_msgs/msg/Case" });
  // The parser gives no definition at all for an empty text.
  const definitions = schema.text === ""
    ? [{ definitions: [] }] : parse(schema.text, { ros2: true });
  const root = definitions[0];
  const made = new Messages(definitions, random);
  const writer = new MessageWriter(definitions);
  const reader = new MessageReader(definitions);

  const messages = Array.from({ length: messageCount }, () => made.make(root));
  const payloads = messages.map((message) =>
    Buffer.from(writer.writeMessage(message)));

  // What Foxglove writes, the daemon decodes.
  const decoded = {};
  for (const format of [MESSAGE_PACK, JSON_TEXT]) {
    const { results } = await call(codec, "DecodeBatch",
      { schema_id, payloads, format });
    decoded[format] = results;
    const [parseDocument, read] = format === JSON_TEXT
      ? [(bytes) => JSON.parse(bytes.toString()), READ_JSON]
      : [(bytes) => decodeMsgpack(bytes, { useBigInt64: true }), READ_MSGPACK];
    reportEach(schema, `decode, ${format}`, results, "document", (bytes, i) =>
      made.compare(root, messages[i], parseDocument(bytes), read));
  }

  // What the daemon encodes, from its own documents and from the message itself,
  // are the bytes that Foxglove wrote, and Foxglove reads them.
  const encode = async (what, format, documents, check) => {
    const { results } = await call(codec, "EncodeBatch",
      { schema_id, documents, format });
    reportEach(schema, `encode from ${what}`, results, "payload", check);
  };
  const readBack = (expected, bytes) =>
    made.compare(root, expected, reader.readMessage(bytes), READ_FOXGLOVE);
  const documentsOf = (results) => results.map((r) => r.document ?? "");
  const jsonOf = (values) => values.map((value) => Buffer.from(toJson(value)));

  await encode("MessagePack", MESSAGE_PACK, documentsOf(decoded[MESSAGE_PACK]),
    (bytes, i) => readBack(messages[i], bytes) ?? sameBytes(payloads[i], bytes));
  for (const [what, documents] of [
    ["JSON", documentsOf(decoded[JSON_TEXT])], ["message", jsonOf(messages)]]) {
    await encode(what, JSON_TEXT, documents, (bytes, i) =>
      readBack(messages[i], bytes) ??
      (holdsNan(messages[i]) ? undefined : sameBytes(payloads[i], bytes)));
  }

  // Foxglove's writer cuts strings that are not ASCII (it counts UTF-16 units as
  // bytes), its reader does not: those go one way only.
  made.useUnicode();
  const texts = Array.from({ length: messageCount }, () => made.make(root));
  await encode("message with Unicode", JSON_TEXT, jsonOf(texts),
    (bytes, i) => readBack(texts[i], bytes));
}

const seed = Number(process.env.TRANSCDR_SEED ?? Date.now() % 2 ** 32);
const messageCount = Number(process.env.TRANSCDR_ITERATIONS ?? 50);
console.log(`TRANSCDR_SEED=${seed} TRANSCDR_ITERATIONS=${messageCount}`);
const random = new Random(seed);
const all = Object.entries(SCHEMAS).map(([name, text]) => ({ name, text }));
for (let i = 0; i < RANDOM_SCHEMAS; ++i) {
  all.push({ name: `random ${i}`, text: randomSchema(random) });
}
for (const schema of all) {
  try {
    await runSchema(schema, random, messageCount);
  } catch (error) {
    report(schema, "failed", error.stack);
  }
}
console.log(`${all.length} schemas`);
console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
schemas.close();
codec.close();
process.exitCode = counts.failed === 0 ? 0 : 1;
