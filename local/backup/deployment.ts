import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KeyRing } from "../../edge/crypto/key-ring.ts";
import type { DatabaseAddress } from "../database/address.ts";
import { layout } from "../stack/layout.ts";
import type { Erasure } from "./erasures.ts";
import { BackupError } from "./error.ts";
import { rebuild } from "./rebuild.ts";
import { fillRemote, requireEmpty } from "./remote/fill.ts";

interface Target {
  /** A database that is empty. */
  readonly address: DatabaseAddress;
  /** The folder of an edge that does not run, which keeps no pictures yet. */
  readonly edgeData: string;
  readonly ring: KeyRing;
  readonly receiptKey: string | undefined;
  readonly erasures: readonly Erasure[];
  tell(line: string): void;
}

/**
 * Puts a backup into an empty database that is served over HTTP, and its pictures into the folder of an edge,
 * once all of it has been checked. The pictures come first, since an edge starts once the database is whole.
 */
export async function restoreDeployment(file: string, { address, edgeData, tell, ...known }: Target) {
  await mkdir(edgeData, { recursive: true, mode: 0o700 });
  const { media } = layout(edgeData);
  if ((await readdir(media).catch(() => [])).length > 0) {
    throw new BackupError("folder_not_empty", `${media} has files: EDGE_DATA names the folder of a new edge`);
  }
  await requireEmpty(address);
  const draft = await mkdtemp(join(edgeData, "backup-"));
  try {
    const fresh = layout(draft);
    const restored = await rebuild(file, fresh, { ...known, tell });
    await rm(media, { recursive: true, force: true });
    await rename(fresh.media, media);
    tell("filling the database");
    await fillRemote(address, fresh.database, tell);
    return { restored: file, ...restored };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
