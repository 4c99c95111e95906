import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";
import { EXPECTED_KEYS } from "#vocabulary/details.ts";
import { codesOf, expecting, resultsOf } from "../edge/api/verifications/expecting.ts";

/** Expected details and metadata, by HTTP (contract §3.10). */

const edge = await openCheckEdge();
afterAll(() => edge.close());
const { begin, show, finish, eventsOf } = expecting(edge);
beforeEach(() => {
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
  edge.answers.frames = [frame({}, 0.9)];
});

const HERS = { first_name: "Anna Maria", last_name: "Eriksson", date_of_birth: "1974-08-12" };
it("a verification goes to review when the birth date is off by a day, and names the field without its value", async () => {
  const decided = await finish(await begin({ expected: { ...HERS, date_of_birth: "1974-08-13" } }));
  expect([decided.decision, codesOf(decided)]).toEqual(["review", ["details_mismatch"]]);
  expect(resultsOf(decided)).toMatchObject({ last_name: "match", date_of_birth: "mismatch" });
  const [{ message, source }] = decided.decision_reasons;
  expect([message, source]).toEqual([
    "The document shows other details than expected: date of birth.",
    "tenant",
  ]);
});

it("on_expected_mismatch: decline declines once, with both reasons when fraud is found, too", async () => {
  const policy = { on_expected_mismatch: "decline", on_fraud_suspicious: "decline" };
  const begun = await begin({ expected: { last_name: "Mustermann" }, policy });
  edge.answers.forensics = forensics({ editingSoftware: ["Paint"] });
  await show(begun);
  const decided = await begun.read();
  expect(decided.decision).toBe("declined");
  expect(codesOf(decided).sort()).toEqual(["details_mismatch", "fraud_suspicious"]);
  const types = (await eventsOf(begun)).map(({ type }) => type);
  expect(types.filter((type) => type === "verification.completed")).toHaveLength(1);
});

it("on_expected_mismatch: report never changes a decision, whatever was found besides", async () => {
  const { full_name: _, ...others } = Object.fromEntries(EXPECTED_KEYS.map((key) => [key, "AUT"]));
  const expected = { ...others, date_of_birth: "1974-08-13" };
  for (const editingSoftware of [[], ["Paint"]]) {
    const decided = async (given: object) => {
      edge.answers.forensics = forensics({ editingSoftware });
      const { decision, ...rest } = await finish(await begin(given));
      return { decision, codes: codesOf(rest), details: rest.details ?? [] };
    };
    const { decision, codes } = await decided({});
    const reported = await decided({ expected, policy: { on_expected_mismatch: "report" } });
    expect(reported).toMatchObject({ decision, codes });
    expect(Object.values(resultsOf(reported))).not.toContain("match");
    expect(reported.details).toHaveLength(EXPECTED_KEYS.length - 1);
  }
});

it("without expected and metadata the answers are, byte for byte, those of a service that does not know them", async () => {
  const [without, beside] = [await begin({}), await begin({ expected: HERS, metadata: { order: "1" } })];
  const texts = async (of: typeof without) => {
    const { text } = await edge.call("GET", `/v1/verifications/${of.id}`, edge.key);
    return text;
  };
  const plain = (text: string) =>
    text.replaceAll(/"(vf|lc|ocr|fc|fm)_\w+"|"customer-\d+"|"\d{4}-[^"]+Z"/g, '""');
  await finish(without);
  const decided = await finish(beside);
  const { expected: _, metadata, details, ...rest } = JSON.parse(await texts(beside));
  expect([metadata, details.length, decided.decision]).toEqual([{ order: "1" }, 3, "approved"]);
  const { on_expected_mismatch: _rule, expected_name_match: _match, ...policy } = rest.policy;
  expect(plain(await texts(without))).toBe(plain(JSON.stringify({ ...rest, policy })));
  for (const member of ["expected", "details", "metadata"]) {
    expect(without.created).not.toHaveProperty(member);
  }
  const row = (await edge.rows("verifications")).find(({ id }) => id === without.id)!;
  expect(Object.keys(JSON.parse(String(row.steps))[0].parts)).toEqual(["ocr", "fraud"]);
});

it("an expected value is never readable in the database's files, and is gone with the metadata when the person is erased", async () => {
  const begun = await begin({ expected: { last_name: "Quetzalcoatl" }, metadata: { note: "Xolotl" } });
  await finish(begun);
  const bytesOf = async () => {
    const folder = dirname(edge.file);
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "latin1")),
    );
    return files.join("\n");
  };
  expect(await bytesOf()).not.toContain("Quetzalcoatl");
  expect(await bytesOf()).toContain("Xolotl");
  await edge.call("DELETE", `/v1/customers/${begun.customer_ref}`, edge.key);
  expect(await bytesOf()).not.toContain("Quetzalcoatl");
  const row = (await edge.rows("verifications")).find(({ id }) => id === begun.id)!;
  expect([row.expected, row.metadata]).toEqual([null, null]);
  const read = await begun.read();
  for (const member of ["expected", "metadata"]) expect(read).not.toHaveProperty(member);
});

it("a token's answers hold neither expected, details nor metadata; a key reads them by the verification's id", async () => {
  const metadata = { order: "4711", "crm id": "Zoë 🦊" };
  const begun = await begin({ expected: HERS, metadata });
  expect(begun.created).toMatchObject({ metadata, details: [] });
  expect(begun.created).not.toHaveProperty("expected");
  const { body: answer } = await show(begun);
  expect(await begun.read()).toMatchObject({ expected: HERS, metadata });
  const next = await edge.call("GET", `/v1/verifications/${begun.id}/next`, begun.token);
  for (const seen of [answer.verification, await begun.read(begun.token), next.body]) {
    expect(JSON.stringify(seen)).not.toMatch(/details|metadata|expected|verified_data|4711|Eriksson/);
  }
});
