import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { installPeers } from "../install-peers.ts";

/** sqlite-vec's exact search over 32-bit floats, in memory. */
export function openSqliteVec(dimensions: number) {
  const require = createRequire(join(installPeers(), "package.json"));
  const { getLoadablePath } = require("sqlite-vec") as { getLoadablePath(): string };
  const database = new DatabaseSync(":memory:", { allowExtension: true });
  database.loadExtension(getLoadablePath());
  database.exec(
    `create virtual table faces using vec0(face float[${dimensions}] distance_metric=cosine); begin`,
  );
  const insert = database.prepare("insert into faces (rowid, face) values (?, ?)");
  const nearest = database.prepare("select rowid from faces where face match ? and k = 1");
  const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return {
    put: (id: number, vector: Float32Array) => void insert.run(BigInt(id), bytes(vector)),
    ready: () => database.exec("commit"),
    nearest: (probe: Float32Array) => Number(nearest.get(bytes(probe))?.rowid),
    close: () => database.close(),
  };
}
