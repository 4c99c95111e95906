import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { KeyRing } from "../../../edge/crypto/key-ring.ts";
import { rewrapKeys } from "../../../edge/operations/tenants/vault-keys.ts";
import { MAX_DATA_KEYS } from "../../../edge/platform/deployment.ts";
import type { Database } from "../../../edge/store/batch.ts";
import { countWrapped } from "../../../edge/store/tenancy/wrapped-keys.ts";
import { layout, readStackFile } from "../../stack/files.ts";
import { dataKeysText, loadSecrets, ringOf, saveSecrets } from "../../stack/secrets.ts";
import { CommandError, type Commands, type OperatorDatabase, type StackFolder } from "../command.ts";
import { openOperatorDatabase } from "../database.ts";

const POLL_MS = 500;
/** Longer than the edge takes to start again. */
const PATIENCE_MS = 120_000;

/** Each master key, oldest first, and how many keys it wraps. */
async function listed(db: Database, ring: KeyRing) {
  const wraps = await wrapsOf(db);
  return [...ring.all].reverse().map(({ id }) => {
    const keys = wraps.get(id) ?? 0;
    const isNewest = id === ring.newest.id;
    return { id, state: isNewest ? "encrypts" : keys > 0 ? "decrypts" : "may_be_dropped", keys };
  });
}

const wrapsOf = async (db: Database) =>
  new Map((await countWrapped(db)).map(({ masterKeyId, keys }) => [masterKeyId, keys]));

/** Whether a rotation has begun and not finished: an older key of the ring wraps something. */
const isRotating = async (db: Database, ring: KeyRing) =>
  (await listed(db, ring)).some(({ state }) => state === "decrypts");

export const DATA_KEY_COMMANDS: Commands = {
  "data-keys list": {
    needs: "database",
    summary: "Lists the master keys in DATA_KEYS, oldest first, and how many keys each one wraps",
    details:
      "The state says which one wraps new keys, which ones are still needed, and which may be dropped.",
    flags: {},
    run: ({ db, ring }) => listed(db, ring),
  },
  "data-keys rotate": {
    needs: "folder",
    elsewhere: rewrapElsewhere,
    summary: "Makes a new master key and wraps every tenant's key with it",
    details:
      "Data are not encrypted again. A running edge restarts. If the command was stopped, run it again. On a deployment it makes no key: first set DATA_KEYS of every edge to the new key and the old one, then run it with the same DATA_KEYS.",
    flags: {},
    run: rotate,
  },
  "data-keys drop": {
    needs: "folder",
    elsewhere:
      "Of a deployment, take the keys that data-keys list says may_be_dropped out of DATA_KEYS of every edge, and start them again",
    summary: "Removes the master keys that wrap nothing from secrets.json",
    details: "Backups that name a removed key still need it.",
    flags: {},
    run: drop,
  },
};

async function rotate({ dataFolder, report }: StackFolder) {
  const files = layout(dataFolder);
  const database = await openOperatorDatabase(dataFolder);
  try {
    const ring = await rotatedRing(files.secrets, database);
    await restartEdge(files.stack, report);
    const wrapped = await rewrapKeys(database.context(), { ring });
    report(`${wrapped} keys are wrapped by ${ring.newest.id}`);
    return await listed(database.db, ring);
  } finally {
    await database.close();
  }
}

/** Throws CommandError `new_key_needed` if the first of the DATA_KEYS wraps every key already. */
async function rewrapElsewhere({ db, ring, context }: OperatorDatabase) {
  if (!(await isRotating(db, ring))) {
    throw new CommandError(
      "new_key_needed",
      "put a new key (secrets create makes one) first in DATA_KEYS, before the one in use, for every edge and for this command, and start the edges again: docs/how-to/rotate-keys.md",
    );
  }
  await rewrapKeys(context(), { ring });
  return listed(db, ring);
}

/** The ring with a new key, or the present ring if an earlier rotation has not finished. */
async function rotatedRing(secretsFile: string, { db, ring }: OperatorDatabase): Promise<KeyRing> {
  if (await isRotating(db, ring)) return ring;
  if (ring.all.length >= MAX_DATA_KEYS) {
    throw new CommandError(
      "too_many_keys",
      `there are ${MAX_DATA_KEYS} master keys; drop those that wrap nothing first`,
    );
  }
  const keys = [randomBytes(32), ...ring.all.map(({ bytes }) => bytes)];
  const secrets = { ...(await loadSecrets(secretsFile)), DATA_KEYS: dataKeysText(keys) };
  await saveSecrets(secretsFile, secrets);
  return ringOf(secrets);
}

/**
 * Restarts a running edge, which reads the new key at its start, before anything is wrapped by it. Throws
 * CommandError `edge_away` if it does not come back.
 */
async function restartEdge(stackFile: string, report: (line: string) => void): Promise<void> {
  const before = await runningEdge(stackFile);
  if (before === null) return;
  report("the edge restarts with the new key");
  process.kill(before, "SIGTERM");
  const deadline = performance.now() + PATIENCE_MS;
  for (let now: number | null = before; now === null || now === before; now = await runningEdge(stackFile)) {
    if (performance.now() > deadline) {
      throw new CommandError("edge_away", "the edge does not come back; run the command again when it does");
    }
    await pause(POLL_MS);
  }
}

/** The process of a running stack's edge; null if none answers. */
async function runningEdge(stackFile: string): Promise<number | null> {
  const stack = (await readStackFile(stackFile)) as { api?: string; pids?: { edge?: number } } | undefined;
  const pid = stack?.pids?.edge;
  if (pid === undefined || stack?.api === undefined) return null;
  const answers = await fetch(new URL("/openapi.json", stack.api)).then(
    ({ ok }) => ok,
    () => false,
  );
  return answers ? pid : null;
}

async function drop({ dataFolder, report }: StackFolder) {
  const files = layout(dataFolder);
  const database = await openOperatorDatabase(dataFolder);
  try {
    const { db, ring } = database;
    const states = await listed(db, ring);
    const dropped = states.filter(({ state }) => state === "may_be_dropped").map(({ id }) => id);
    const kept = ring.all.filter(({ id }) => !dropped.includes(id));
    const secrets = await loadSecrets(files.secrets);
    await saveSecrets(files.secrets, { ...secrets, DATA_KEYS: dataKeysText(kept.map(({ bytes }) => bytes)) });
    if (dropped.length > 0) report("backups that name a dropped key cannot be restored without it");
    return { dropped, kept: kept.map(({ id }) => id) };
  } finally {
    await database.close();
  }
}
