import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { KeyRing } from "../../../edge/crypto/key-ring.ts";
import { createVault } from "../../../edge/crypto/vault.ts";
import { openMedia } from "../../../edge/media/media.ts";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { forgetRetired } from "../../../edge/operations/data-keys/forget.ts";
import { PLACES } from "../../../edge/operations/data-keys/parts/places.ts";
import { registerDataKeys } from "../../../edge/operations/data-keys/register.ts";
import { sealAnew } from "../../../edge/operations/data-keys/seal-anew.ts";
import { MAX_DATA_KEYS } from "../../../edge/settings/deployment.ts";
import type { Database } from "../../../edge/store/batch.ts";
import { type DataKeyRow, listDataKeys } from "../../../edge/store/data-keys/data-keys.ts";
import { openBucket } from "../../edge/bucket.ts";
import { readJson } from "../../stack/files.ts";
import { layout } from "../../stack/layout.ts";
import { dataKeysText, loadSecrets, ringOf, saveSecrets } from "../../stack/secrets.ts";
import {
  CommandError,
  type Commands,
  type Flags,
  type OperatorDatabase,
  type StackFolder,
  type Watch,
} from "../command.ts";
import { openOperatorDatabase } from "../database.ts";

const POLL_MS = 500;
/** Longer than the edge takes to start again. */
const PATIENCE_MS = 120_000;

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const view = (row: DataKeyRow, newest: string) => ({
  id: row.id,
  state: row.id === newest ? "seals" : row.retiredAt === null ? "opens" : "may_be_dropped",
  registered_at: iso(row.registeredAt),
  retired_at: iso(row.retiredAt),
  ...(row.id === newest ? { pass: passView(row) } : {}),
});

const passView = ({ place, seen, turned, unopened }: DataKeyRow) => ({ place, seen, turned, unopened });

const listed = async (db: Database, ring: KeyRing) =>
  (await listDataKeys(db)).map((row) => view(row, ring.newest.id));

export const DATA_KEY_COMMANDS: Commands = {
  "data-keys list": {
    needs: "database",
    summary:
      "the data keys that sealed something here, oldest first: which one seals, how far the sweep is, and which may be dropped",
    flags: {},
    run: ({ db, context }) => listed(db, context().services.dataKeys),
  },
  "data-keys rotate": {
    needs: "folder",
    elsewhere: follow,
    summary:
      "makes a new data key, with which everything is sealed anew, and waits until the old one may be dropped; again after a stop: goes on. A running edge starts again, and people sign in to the dashboard again. Of a deployment it makes no key: it follows the sweep of the edges that have the new one first in DATA_KEYS",
    flags: {},
    run: rotate,
  },
  "data-keys drop": {
    needs: "folder",
    elsewhere:
      "Of a deployment, take the keys that data-keys list says may_be_dropped out of DATA_KEYS of every edge, and start them again",
    summary:
      "removes the data keys that seal nothing any more from secrets.json; backups that name them still need them",
    flags: {},
    run: drop,
  },
};

async function rotate(folder: StackFolder) {
  const files = layout(folder.dataFolder);
  const database = await openOperatorDatabase(folder.dataFolder);
  try {
    const ring = await turnedRing(files.secrets, await listDataKeys(database.db));
    const edge = await runningEdge(files.stack);
    if (edge === null) await sweepHere(folder, database.db, ring);
    else await sweepThere(folder, database.db, ring, edge);
    return await listed(database.db, ring);
  } finally {
    await database.close();
  }
}

/**
 * Follows the turn of a deployment's key, which its edges make: their settings are the operator's to change.
 * Throws CommandError `new_key_needed` where DATA_KEYS has no new key, and `edge_away` where no edge has it.
 */
async function follow({ db, context }: OperatorDatabase, _flags: Flags, { tell }: Watch) {
  const ring = context().services.dataKeys;
  const isOld = ({ id, retiredAt }: DataKeyRow) => id !== ring.newest.id && retiredAt === null;
  if (!(await listDataKeys(db)).some(isOld)) {
    throw new CommandError(
      "new_key_needed",
      "put a new key (secrets create makes one) first in DATA_KEYS, before the one that seals, for this command and for every edge, and start them again: docs/deploy.md#turn-a-key",
    );
  }
  await untilBegun(db, ring, "no edge has this first key in its DATA_KEYS; the turn goes on when one does");
  await untilTurned(db, ring, tell);
  return listed(db, ring);
}

/** The ring with a new key, or the ring as it is where a turn that began has not ended. */
async function turnedRing(secretsFile: string, rows: readonly DataKeyRow[]): Promise<KeyRing> {
  const secrets = await loadSecrets(secretsFile);
  const ring = await ringOf(secrets);
  const isTurning = rows.some(({ id, retiredAt }) => id !== ring.newest.id && retiredAt === null);
  if (isTurning) return ring;
  if (ring.all.length >= MAX_DATA_KEYS) {
    throw new CommandError(
      "too_many_keys",
      `there are ${MAX_DATA_KEYS} data keys; drop those that seal nothing first`,
    );
  }
  const keys = [randomBytes(32), ...ring.all.map(({ bytes }) => bytes)];
  const turned = { ...secrets, DATA_KEYS: dataKeysText(keys) };
  await saveSecrets(secretsFile, turned);
  return ringOf(turned);
}

/** The process of a running stack's edge; null where no stack runs. */
async function runningEdge(stackFile: string): Promise<number | null> {
  const stack = (await readJson(stackFile)) as { api?: string; pids?: { edge?: number } } | undefined;
  const pid = stack?.pids?.edge;
  if (pid === undefined || stack?.api === undefined) return null;
  const answers = await fetch(new URL("/openapi.json", stack.api)).then(
    ({ ok }) => ok,
    () => false,
  );
  return answers ? pid : null;
}

/** Lets the running edge take the new key, which it reads when it starts, and follows its sweep. */
async function sweepThere({ tell }: StackFolder, db: Database, ring: KeyRing, edge: number): Promise<void> {
  if (!(await hasBegun(db, ring))) {
    tell(`the edge starts again with ${ring.newest.id}`);
    process.kill(edge, "SIGTERM");
  }
  await untilBegun(db, ring, "the edge does not come back; the turn goes on when it does");
  await untilTurned(db, ring, tell);
}

/** Whether some edge sweeps: only one that has the key does. A command may have registered it already. */
const hasBegun = async (db: Database, ring: KeyRing) =>
  (await listDataKeys(db)).some(({ id, startedAt }) => id === ring.newest.id && startedAt !== null);

async function untilBegun(db: Database, ring: KeyRing, otherwise: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await hasBegun(db, ring))) {
    if (performance.now() > deadline) throw new CommandError("edge_away", otherwise);
    await pause(POLL_MS);
  }
}

async function untilTurned(db: Database, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  const say = progressTo(tell);
  while (await isTurning(db, ring, say)) await pause(POLL_MS);
}

/** Sweeps in this process: no edge runs that could. */
async function sweepHere({ dataFolder, tell }: StackFolder, db: Database, ring: KeyRing): Promise<void> {
  const bucket = await openBucket(layout(dataFolder).media);
  try {
    const media = await openMedia(bucket, ring, "http://localhost");
    const clock = () => Date.now();
    const parts = { db, media, clock, dataKeys: ring, vault: createVault(ring) };
    const context = () => operatorContext(parts, clock());
    await registerDataKeys(context());
    const say = progressTo(tell);
    while (await isTurning(db, ring, say)) await sealAnew(context());
  } finally {
    await bucket.close();
  }
}

/** Whether older keys still seal something. Throws where a value does not open, since that will not end. */
async function isTurning(db: Database, ring: KeyRing, say: (row: DataKeyRow) => void): Promise<boolean> {
  const rows = await listDataKeys(db);
  const newest = rows.find(({ id }) => id === ring.newest.id);
  if (newest !== undefined) say(newest);
  if (newest !== undefined && newest.place === null && newest.unopened > 0) {
    throw new CommandError(
      "value_unreadable",
      `${newest.unopened} values open with no data key: keep the old key, and look at the edge's log`,
    );
  }
  return rows.some(({ id, retiredAt }) => id !== ring.newest.id && retiredAt === null);
}

function progressTo(tell: (line: string) => void) {
  let told = "";
  return ({ place, seen, turned }: DataKeyRow) => {
    const step = place === null ? PLACES.length : PLACES.findIndex(({ name }) => name === place);
    const line = `${step} of ${PLACES.length} places done: ${seen} values looked at, ${turned} sealed anew`;
    if (line !== told) tell(line);
    told = line;
  };
}

async function drop({ dataFolder, tell }: StackFolder) {
  const files = layout(dataFolder);
  const database = await openOperatorDatabase(dataFolder);
  try {
    const secrets = await loadSecrets(files.secrets);
    const ring = await ringOf(secrets);
    const dropped = (await listDataKeys(database.db))
      .filter(({ retiredAt }) => retiredAt !== null)
      .map(({ id }) => id);
    const kept = ring.all.filter(({ id }) => !dropped.includes(id));
    await saveSecrets(files.secrets, { ...secrets, DATA_KEYS: dataKeysText(kept.map(({ bytes }) => bytes)) });
    await forgetRetired(database.context());
    if (dropped.length > 0) tell("backups that name a dropped key cannot be restored without it");
    return { dropped, kept: kept.map(({ id }) => id) };
  } finally {
    await database.close();
  }
}
