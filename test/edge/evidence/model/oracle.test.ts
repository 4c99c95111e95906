import { expect, it } from "vitest";
import { policySchema } from "#edge/verification/policy.ts";
import type { Flaw } from "./commands.ts";
import { brokenByContest } from "./contests.ts";
import type { Accepted } from "./history.ts";
import { brokenSentences } from "./oracle.ts";
import { brokenByReview } from "./reviews.ts";
import { PRODUCT } from "./rules.ts";
import { findFailure } from "./sequences.ts";

it("5,000 sequences go and end as their history says (model.test.ts plays 100,000)", () => {
  expect(findFailure(PRODUCT, 12, 5_000)).toBeNull();
});

it("a fault is reported by a sequence of which nothing can be left out", () => {
  const failure = findFailure({ ...PRODUCT, cancel: (before) => before }, 12, 1_000);
  expect(failure?.sequence.commands).toEqual([{ kind: "cancel" }]);
  expect(failure).toMatchObject({ rulings: { attempts: [] }, own: { moves: [] }, elsewhere: null });
});

/** The findings of a history without failures. */
const accepted = (part: Accepted["part"], capture: string, flaw?: Flaw): Accepted => ({
  part,
  outcome: "passed",
  reason: null,
  resultIds: [part],
  capture,
  mode: "challenge",
  pair: { portrait: "ocr", frame: "check" },
  flaw,
});

const approved = (history: readonly Accepted[], policy: object = {}, elsewhere?: string) =>
  brokenSentences(history, {
    policy: policySchema.parse(policy),
    expects: false,
    checks: [],
    decision: "approved",
    reasons: [],
    isElsewhere: (check) => elsewhere === check,
  });

const HISTORY = [
  accepted("ocr", "A"),
  accepted("fraud", "A"),
  accepted("check", "frame"),
  accepted("comparison", "pair"),
];

it("an honest approval breaks no sentence", () => {
  expect(approved(HISTORY)).toEqual([]);
});

it("an approval of a face that another reference has registered meanwhile breaks one sentence", () => {
  const history = [...HISTORY, accepted("search", "frame")];
  expect(approved(history, { dedupe: "review" })).toEqual([]);
  expect(approved(history, { dedupe: "review" }, "check")).toEqual([
    expect.stringContaining("no other reference had registered the face"),
  ]);
  expect(approved(history, {}, "check")).toEqual([]);
});

it.each([
  ["fraud", "two_people", "approved: fields, MRZ and portrait are of one physical document"],
  [
    "fraud",
    "nothing_to_check",
    "approved: a check of authenticity was evaluated on the document that counts",
  ],
  ["fraud", "moved_seal", "approved: no image had data that its issuer signed for another document"],
  ["check", "seen_before", "approved: no live frame was a copy of the portrait, and none came before"],
  ["comparison", "copy", "approved: no live frame was a copy of the portrait, and none came before"],
] as const)("an approval whose %s took %s for a good one breaks one sentence", (part, flaw, sentence) => {
  const history = HISTORY.map((each) => (each.part === part ? { ...each, flaw } : each));
  expect(approved(history)).toEqual([expect.stringContaining(sentence)]);
});

it.each([
  ["approvals", [["ada", "approved"]], "approved", "approved: with a second reviewer"],
  [
    "all",
    [
      ["ada", "approved"],
      ["ada", "approved"],
    ],
    "approved",
    "approved: with a second reviewer",
  ],
  [
    "all",
    [
      ["ada", "declined"],
      ["bo", "approved"],
    ],
    "declined",
    "declined: with a second reviewer",
  ],
  ["off", [["ada", "declined"]], "approved", "reviewed: a person ruled so"],
] as const)(
  "under %s, after %j, a review that is %s breaks one sentence",
  (setting, made, decision, sentence) => {
    const accepted = made.map(([by, ruling]) => ({ by, ruling }));
    expect(brokenByReview(setting, accepted, decision)).toEqual([expect.stringContaining(sentence)]);
  },
);

it.each([
  ["that nobody contested", { contested: false, missing: [] }, "it stands unless the person contests it"],
  [
    "without a selfie",
    { contested: true, missing: ["check"] },
    "each required upload was judged on the capture that counts",
  ],
] as const)("an approval after a decline %s breaks one sentence", (_, facts, sentence) => {
  expect(brokenByContest("approved", facts)).toEqual([expect.stringContaining(sentence)]);
});
