import { sql } from "drizzle-orm";
import { inventHolder } from "../../material/documents/specimen.ts";
import { defaultTemplate } from "../../material/documents/templates.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "../../material/person.ts";
import { remembering } from "./customer.ts";
import { facesOf } from "./faces.ts";
import { type Rig, startRig } from "./rig.ts";
import { type Canaries, ofText, searchBytes, searchFolder } from "./search.ts";

/** Texts shorter than this are found by chance. */
const LEAST_TEXT = 6;
/** Within this time nothing is left; in milliseconds. */
const GONE_MS = 60_000;
const EVERY_MS = 5_000;

type Tenant = Awaited<ReturnType<Rig["tenant"]>>;

/** A person, and the number that their document, name and birth date were made of. */
interface Seeded {
  readonly person: Person;
  readonly seed: number;
}

interface Leftovers {
  /** Decisions of the ages, in their order. */
  readonly decisions: readonly string[];
  /** Texts and faces, found the moment after the decisions. */
  readonly atOnce: readonly string[];
  /** Those, and the encrypted faces that were kept until the decisions, after a minute at most. */
  readonly later: readonly string[];
  /** Whether a search among all registered faces has found the person. */
  readonly isRecognised: boolean;
}

/**
 * Checks the age of a person who is old enough and of one who is not on a real stack, erases nothing, and
 * searches for what is left: in the database and its log, the object store, the Durable Objects' files, the
 * logs, and the gallery of inference.
 */
export async function checkAgesAndSearch(say: (line: string) => void): Promise<Leftovers> {
  const { turner, close } = await openTurner();
  const rig = await startRig();
  try {
    const seeds = [21, 22, 23];
    const people = await Promise.all(
      seeds.map(async (seed, i): Promise<Seeded> => {
        const made = await makePerson(turner, { face: SAMPLE_FACES[[0, 4, 2][i]!]!, seed });
        return { person: remembering(made), seed };
      }),
    );
    return await runOn(rig, people as [Seeded, Seeded, Seeded], say);
  } finally {
    await rig.halt();
    await rig.remove();
    await close();
  }
}

async function runOn(rig: Rig, [old, young, other]: [Seeded, Seeded, Seeded], say: (line: string) => void) {
  const tenant = await rig.tenant("Shop", { storeMedia: "evidence" });
  const canaries = await canariesOf(rig, [old, young]);
  say(`${canaries.size} things are searched for`);
  const decisions: string[] = [];
  const encrypted = new Map<string, Buffer[]>();
  for (const [i, { person }] of [old, young].entries()) {
    const min_age = i === 0 ? 18 : 120;
    decisions.push(await checkAge(rig, tenant, { person, min_age, encrypted }));
  }
  const search = (wanted: Canaries) => [
    ...searchFolder(rig.stack, wanted),
    ...searchBytes(Buffer.from(rig.logs.join("\n")), wanted, "logs"),
  ];
  const atOnce = search(canaries);
  const all = new Map([...canaries, ...encrypted]);
  const until = Date.now() + GONE_MS;
  let later = search(all);
  while (later.length > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    later = search(all);
  }
  say(`${encrypted.size} encrypted faces were kept until the decisions`);
  const { body } = await tenant.client.upload("/v1/face/dedupe", { image: old.person.selfie });
  await assertSearchFinds(rig, tenant, other);
  return { decisions, atOnce, later, isRecognised: body.match === true };
}

/** Texts of the documents, and the faces of documents and selfies. */
async function canariesOf(rig: Rig, people: readonly Seeded[]): Promise<Canaries> {
  const texts = people.flatMap(({ seed }) => textsOf(seed));
  const faces = await facesOf(
    rig.inference,
    people.map(({ person }) => person),
  );
  const isTheirs = (text: string) =>
    searchFolder(rig.files.bundle, new Map([[text, ofText(text)]])).length === 0;
  return new Map([...texts.filter(isTheirs).map((text) => [text, ofText(text)] as const), ...faces]);
}

function textsOf(seed: number): string[] {
  const { surname, givenNames, dateOfBirth, documentNumber, personalNumber, address } = inventHolder(
    seed,
    defaultTemplate("TD1"),
  );
  const own = [surname, givenNames, dateOfBirth, documentNumber, personalNumber, address ?? ""];
  const spelt = own.flatMap((text) => [text, text.toUpperCase()]);
  return [...new Set(spelt)].filter((text) => text.length >= LEAST_TEXT);
}

interface Checked {
  readonly person: Person;
  readonly min_age: number;
  /** Receives the encrypted faces that the rows have before the decision. */
  readonly encrypted: Map<string, Buffer[]>;
}

/**
 * Reads the document, sees the face and checks the document for fraud, in this order: a person who is old
 * enough has both faces stored before the decision. Returns the decision.
 */
async function checkAge(rig: Rig, { client }: Tenant, { person, min_age, encrypted }: Checked) {
  const policy = { purpose: "age", min_age };
  const opened = await client.post("/v1/verifications", { customer_ref: `shopper-${min_age}`, policy });
  const { verification, session_token } = opened.body;
  const read = async () => (await client.get(`/v1/verifications/${verification.id}`)).body;
  const device = client.as(session_token.token);
  const image = person.card;
  await device.upload("/v1/ocr/scan", { image });
  if ((await read()).decision === null) {
    const { body: challenge } = await device.post("/v1/liveness/challenges", {});
    const frames = (await person.perform(challenge.action)).map((frame, i) => [`image_${i + 1}`, frame]);
    const form = { mode: "challenge", challenge_token: challenge.challenge_token };
    await device.upload("/v1/liveness/check", { ...form, ...Object.fromEntries(frames) });
    await noteFaces(rig, encrypted);
    await device.upload("/v1/fraud/detect", { image });
  }
  const { decision, decision_reasons } = await read();
  return [decision, ...decision_reasons.map(({ code }: { code: string }) => code)].join(" ");
}

const FACES = sql`select id, portrait_template as face from ocr_results
  union all select id, frame_template from liveness_results`;

/** The first bytes of each encrypted face that the database holds. */
async function noteFaces({ db }: Rig, encrypted: Checked["encrypted"]): Promise<void> {
  for (const { id, face } of await db.all<{ id: string; face: ArrayBuffer | null }>(FACES)) {
    if (face !== null) encrypted.set(`the encrypted face of ${id}`, [Buffer.from(face).subarray(0, 64)]);
  }
}

/** The same search finds a person whose identity was checked: otherwise it would prove nothing. */
async function assertSearchFinds(rig: Rig, { client }: Tenant, { person, seed }: Seeded): Promise<void> {
  await client.upload("/v1/ocr/scan", { image: person.card, customer_ref: "identified" });
  const texts = new Map(textsOf(seed).map((text) => [text, ofText(text)] as const));
  if (searchFolder(rig.stack, texts).length === 0) throw new Error("the search does not find what is there");
}
