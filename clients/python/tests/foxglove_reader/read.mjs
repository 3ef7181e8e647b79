// Prints the ros2msg messages of an MCAP file as JSON lines, as Foxglove's
// libraries read them: node read.mjs FILE
//
// JSON cannot say all that JavaScript holds, so: bigints are bare digits, -0 is
// -0.0, NaN and the infinities are strings, typed arrays are arrays.
import { readFileSync } from "node:fs";

import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { McapIndexedReader } from "@mcap/core";
import { decompress as decompressZstd } from "fzstd";
import lz4 from "lz4js";

function toJson(value) {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "number":
      if (!Number.isFinite(value)) return JSON.stringify(String(value));
      return Object.is(value, -0) ? "-0.0" : JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        return `[${Array.from(value, toJson).join(",")}]`;
      }
      return `{${Object.entries(value)
        .map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`)
        .join(",")}}`;
    default:
      return JSON.stringify(value);
  }
}

const file = readFileSync(process.argv[2]);
const reader = await McapIndexedReader.Initialize({
  readable: {
    size: async () => BigInt(file.byteLength),
    read: async (offset, size) =>
      new Uint8Array(file.subarray(Number(offset), Number(offset + size))),
  },
  decompressHandlers: {
    zstd: (data, size) => decompressZstd(data, new Uint8Array(Number(size))),
    lz4: (data, size) => lz4.decompress(data, Number(size)),
  },
});

const readers = new Map();
for await (const message of reader.readMessages()) {
  const channel = reader.channelsById.get(message.channelId);
  const schema = reader.schemasById.get(channel.schemaId);
  if (schema?.encoding !== "ros2msg" || schema.name.includes("/srv/")) continue;
  if (!readers.has(schema.id)) {
    // DDS-Record-Replay writes "MSG: fastdds/pkg/msg/Name", and the parser then
    // misses "pkg/msg/Name".
    const text = new TextDecoder()
      .decode(schema.data)
      .replace(/^MSG: \w+\/(\w+\/msg\/\w+)/gm, "MSG: $1");
    // The parser gives no definition at all for an empty text.
    const definitions = text.trim() === ""
      ? [{ name: schema.name, definitions: [] }]
      : parse(text, { ros2: true });
    readers.set(schema.id, new MessageReader(definitions));
  }
  const value = readers.get(schema.id).readMessage(message.data);
  process.stdout.write(
    `{"topic":${JSON.stringify(channel.topic)},` +
      `"type":${JSON.stringify(schema.name)},` +
      `"log_time":${message.logTime},"message":${toJson(value)}}\n`,
  );
}
