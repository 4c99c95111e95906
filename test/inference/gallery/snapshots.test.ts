import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GalleryIndex } from "../../../inference/gallery/gallery-index.ts";
import type {
  Change,
  GalleryAnswer,
  GalleryRequest,
  SnapshotEvent,
} from "../../../inference/gallery/messages.ts";
import { Snapshots } from "../../../inference/gallery/snapshot/snapshots.ts";
import { crowdOf } from "../../../lab/material/faces/faces-in-a-crowd.ts";

/** Of 64 dimensions a segment has 1,024 rows: two segments, of which the second is not full. */
const FACES = crowdOf(1_500, 5, 64);
const KEY = new Uint8Array(32).fill(7);
const HOUR = 60 * 60 * 1_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "selfsame-snapshots-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** A process with galleries that finds what another one has left. */
async function start({ key = KEY, folder = root, maxBytes = 1 << 30 } = {}) {
  const index = new GalleryIndex(maxBytes, () => Date.now());
  const events: SnapshotEvent[] = [];
  const snapshots = new Snapshots(index, folder, key, (event) => void events.push(event));
  await snapshots.find();
  const ask = (changed: Partial<GalleryRequest> = {}) => {
    const nothing = { gallery: "a", discard: undefined, base: undefined, changes: [], probe: undefined };
    return index.answer([{ ...nothing, limit: 3, ...changed }])[0] as GalleryAnswer;
  };
  return { index, snapshots, events, ask, restored: () => snapshots.restore().then(() => events) };
}

const change = (seq: number, vector: Float32Array | undefined = FACES[seq - 1]): Change => ({
  seq,
  registrationId: `fr_${seq}`,
  vector,
});
const changes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => change(from + i));
const gone = (seq: number, registrationId: string): Change => ({ seq, registrationId, vector: undefined });
const at = (seq: number) => ({ seq, registrationId: `fr_${seq}` });

/** A process has followed a gallery of 1,400 faces, written it, and ended. */
async function leaveOne(gallery = "a") {
  const process = await start();
  process.ask({ gallery, changes: changes(1, 1_400) });
  await process.snapshots.save();
  return process;
}

/** The files of the only snapshot. */
function filesOf(folder = root): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
const manifestOf = (folder = root) => filesOf(folder).find((path) => path.endsWith("manifest"))!;
const segmentsOf = (folder = root) => filesOf(folder).filter((path) => !path.endsWith("manifest"));

describe("after a restart a gallery", () => {
  it("stands where it stood, finds the same, and follows what came since", async () => {
    const before = await leaveOne();
    const { ask, restored } = await start();
    expect(await restored()).toMatchObject([{ event: "restored", faces: 1_400 }]);
    expect(ask()).toMatchObject({ position: at(1_400), faces: 1_400, filling: false });
    for (const probe of FACES) expect(ask({ probe }).candidates).toEqual(before.ask({ probe }).candidates);
    const since = [gone(1_401, "fr_2"), change(1_402, FACES[1_450])];
    const answer = ask({ base: at(1_400), changes: since, probe: FACES[1]! });
    expect(answer).toMatchObject({ position: at(1_402), faces: 1_400 });
    expect(answer.candidates.map(({ registrationId }) => registrationId)).not.toContain("fr_2");
  });

  it("is being filled until it is whole: it finds nothing, and takes no changes", async () => {
    await leaveOne();
    const { ask, restored } = await start();
    const nothing = { position: undefined, faces: 0, filling: true, candidates: [] };
    expect(ask({ probe: FACES[0]! })).toEqual(nothing);
    expect(ask({ changes: changes(1, 5), probe: FACES[0]! })).toEqual(nothing);
    await restored();
    expect(ask()).toMatchObject({ position: at(1_400), faces: 1_400 });
  });

  it("comes before those that were asked for longer ago", async () => {
    for (const gallery of ["a", "b", "c"]) await leaveOne(gallery);
    const { ask, index } = await start();
    ask({ gallery: "b" });
    expect(index.expected).toBe("b");
  });

  it("is as it was last written, however often it changed and was read back", async () => {
    await leaveOne();
    for (let seq = 1_401; seq < 1_420; seq++) {
      const { ask, restored, snapshots } = await start();
      await restored();
      const base = seq === 1_401 ? at(1_400) : { seq: seq - 1, registrationId: `fr_${3 * (seq - 1_401)}` };
      expect(ask({ base, changes: [gone(seq, `fr_${3 * (seq - 1_400)}`)] }).position?.seq).toBe(seq);
      await snapshots.save();
      expect(ask().faces).toBe(1_400 - (seq - 1_400));
    }
    expect(segmentsOf()).toHaveLength(2);
  });

  it("is not read back once nobody has asked for it for an hour", async () => {
    await leaveOne();
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + HOUR);
    const { ask, restored } = await start();
    expect(await restored()).toEqual([]);
    expect(ask()).toMatchObject({ position: undefined, filling: false });
    expect(filesOf()).toEqual([]);
  });

  it("is not read back where it has no room, and takes nobody's", async () => {
    await leaveOne();
    const { restored, index } = await start({ maxBytes: 400_000 });
    expect(await restored()).toEqual([{ event: "rejected", reason: "memory" }]);
    expect(index.totals).toEqual({ galleries: 0, faces: 0, bytes: 0 });
    expect(filesOf()).toEqual([]);
  });
});

describe("a deleted registration", () => {
  const face = { gallery: "a", registrationId: "fr_700" };

  /** What a process finds that starts now from this folder. */
  const candidates = async (folder = root) => {
    const { ask, restored } = await start({ folder });
    await restored();
    return ask({ probe: FACES[699]! }).candidates.map(({ registrationId }) => registrationId);
  };

  it("is on the disk no more once it is forgotten", async () => {
    const { snapshots } = await leaveOne();
    expect(await candidates()).toContain("fr_700");
    const before = segmentsOf();
    await snapshots.forget([face]);
    expect(await candidates()).toHaveLength(3);
    expect(await candidates()).not.toContain("fr_700");
    // The segment that had it, and the last one, whose last row took its place.
    expect(segmentsOf().filter((path) => before.includes(path))).toEqual([]);
  });

  it("is on the disk no more once it is forgotten that its log told of before", async () => {
    const { ask, snapshots } = await leaveOne();
    ask({ base: at(1_400), changes: [gone(1_401, "fr_700")] });
    await snapshots.forget([face]);
    expect(await candidates()).not.toContain("fr_700");
  });

  it("is forgotten while its gallery is being read back", async () => {
    await leaveOne();
    const { ask, snapshots, restored } = await start();
    const forgotten = snapshots.forget([face]);
    await Promise.all([restored(), forgotten]);
    expect(ask({ probe: FACES[699]! })).toMatchObject({ position: at(1_400), faces: 1_399 });
    expect(await candidates()).not.toContain("fr_700");
  });

  it("takes its snapshot along where that cannot be written without it", async () => {
    const { snapshots, events } = await leaveOne();
    vi.spyOn(JSON, "stringify").mockImplementationOnce(() => {
      throw Object.assign(new Error("full"), { syscall: "write", code: "ENOSPC" });
    });
    await snapshots.forget([face]);
    expect(events).toEqual([{ event: "failed", reason: "ENOSPC" }]);
    expect(filesOf()).toEqual([]);
  });

  it("is not called forgotten where the disk gives nothing up", async () => {
    const { snapshots } = await leaveOne();
    const folder = join(manifestOf(), "..");
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    await expect(snapshots.forget([face])).rejects.toThrow();
  });
});

describe("what is not what was written is noticed, and removed", () => {
  const rejected = async (reason: string, options = {}) => {
    const { ask, restored } = await start(options);
    expect(await restored()).toEqual([{ event: "rejected", reason }]);
    expect(ask({ changes: changes(1, 3), probe: FACES[1]! })).toMatchObject({ position: at(3), faces: 3 });
    expect(filesOf()).toEqual([]);
  };

  const flip = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  };

  it.each([
    ["a changed manifest", "not_sealed_here", () => flip(manifestOf())],
    [
      "a torn manifest",
      "not_sealed_here",
      () => writeFileSync(manifestOf(), readFileSync(manifestOf()).subarray(0, 9)),
    ],
    ["a missing manifest", "ENOENT", () => rmSync(manifestOf())],
    ["a changed segment", "not_sealed_here", () => flip(segmentsOf()[0]!)],
    ["a torn segment", "not_sealed_here", () => writeFileSync(segmentsOf()[1]!, "")],
    ["a missing segment", "ENOENT", () => rmSync(segmentsOf()[1]!)],
    ["a segment in another's place", "not_sealed_here", () => cpSync(segmentsOf()[0]!, segmentsOf()[1]!)],
  ])("%s", async (_, reason, spoil) => {
    await leaveOne();
    spoil();
    await rejected(reason);
  });

  it("a snapshot of another secret", async () => {
    await leaveOne();
    await rejected("not_sealed_here", { key: new Uint8Array(32).fill(8) });
  });

  it("a snapshot in another gallery's folder", async () => {
    await leaveOne();
    const folder = join(manifestOf(), "..");
    cpSync(folder, join(root, "0".repeat(32)), { recursive: true });
    rmSync(folder, { recursive: true });
    await rejected("not_sealed_here");
  });

  it("an older manifest, whose segments are gone", async () => {
    const { snapshots } = await leaveOne();
    const older = readFileSync(manifestOf());
    await snapshots.forget([{ gallery: "a", registrationId: "fr_700" }]);
    writeFileSync(manifestOf(), older);
    await rejected("ENOENT");
  });

  it("but nothing that is called otherwise is touched", async () => {
    writeFileSync(join(root, "notes.txt"), "mine");
    await leaveOne();
    writeFileSync(join(manifestOf(), "..", "notes.txt"), "mine");
    const { snapshots } = await start({ key: new Uint8Array(32).fill(8) });
    await snapshots.restore();
    expect(filesOf().map((path) => readFileSync(path, "utf8"))).toEqual(["mine", "mine"]);
  });
});

it("no file or folder tells a face, a gallery or a registration", async () => {
  const secret = "tenant_of_the_gallery";
  await leaveOne(secret);
  const all = Buffer.concat([Buffer.from(filesOf().join()), ...filesOf().map((path) => readFileSync(path))]);
  const face = Buffer.from(FACES[0]!.buffer, FACES[0]!.byteOffset, 16);
  for (const plain of [secret, "fr_700", face]) expect(all.includes(plain)).toBe(false);
});

it("a disk that refuses is told of, and galleries are answered from memory", async () => {
  writeFileSync(join(root, "file"), "");
  const { ask, snapshots, events } = await start({ folder: join(root, "file") });
  ask({ changes: changes(1, 5) });
  await snapshots.save();
  expect(events).toEqual([{ event: "failed", reason: "EEXIST" }]);
  expect(ask({ probe: FACES[1]! }).candidates[0]?.registrationId).toBe("fr_2");
});

it("a dropped gallery's snapshot is removed with it, and one that takes its place is written", async () => {
  const { ask, snapshots } = await leaveOne();
  ask({ discard: at(1_400) });
  await snapshots.save();
  expect(filesOf()).toEqual([]);
  ask({ changes: changes(1, 5) });
  await snapshots.save();
  ask({ discard: at(5), changes: changes(11, 14) });
  await snapshots.save();
  const { ask: askAgain, restored } = await start();
  await restored();
  expect(askAgain()).toMatchObject({ position: at(14), faces: 4 });
});
