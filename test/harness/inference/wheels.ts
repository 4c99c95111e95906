import { createHash } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

/** A ZIP archive of files, deflated as in a wheel; each local header has bytes that its directory lacks. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const extra = 7;
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const compressed = deflateRawSync(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(compressed.length, 14);
    facts.writeUInt32LE(text.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), Buffer.alloc(extra)]);
    local.writeUInt16LE(extra, 28);
    const entry = Buffer.alloc(46);
    entry.write("PK\x01\x02");
    facts.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, compressed);
    entries.push(entry, Buffer.from(name));
    offset += local.length + compressed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Three libraries of few bytes, as a wheel, with their hashes. */
export function smallWheel() {
  const names = {
    "capi/libonnxruntime_providers_shared.so": "libonnxruntime_providers_shared.so",
    "capi/libonnxruntime_providers_cuda.so": "libonnxruntime_providers_cuda.so",
    "capi/libonnxruntime.so.1.30.0": "libonnxruntime.so.1",
  };
  const content = (name: string) => `cuda build of ${name}`.repeat(100);
  const members = Object.fromEntries(Object.entries(names).map(([member, name]) => [member, content(name)]));
  const archive = zipOf({ "capi/__init__.py": "", ...members });
  const libraries = Object.entries(names).map(([member, name]) => ({
    member,
    name,
    sha256: sha256(Buffer.from(content(name))),
  }));
  return {
    archive,
    wheel: {
      onnxruntime: "1.30.0",
      requirement: "small==1",
      file: "small.whl",
      sha256: sha256(archive),
      libraries,
    },
  };
}
