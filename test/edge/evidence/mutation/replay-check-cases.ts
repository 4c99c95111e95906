import { type Case, document, NEW, selfie } from "./replay-cases.ts";

const DOCUMENT = { steps: ["document"] };
const check = (name: string, minutes: number, more: object = {}) => ({
  name,
  deadline_seconds: minutes * 60,
  fields: [],
  ...more,
});
const asking = (...external_checks: object[]) => ({ ...DOCUMENT, external_checks });
const read = [document(NEW)];

/** Rules on external checks; deadlines and answers in minutes. */
export const CHECK_CASES: readonly Case[] = [
  {
    name: "an answer is the same answer",
    made: asking(check("a", 60)),
    calls: read,
    answers: [[30, "a", "failed"]],
    other: asking(check("a", 90)),
    says: "declined → declined",
  },
  {
    name: "an answer after a shorter deadline is overdue",
    made: asking(check("a", 60)),
    calls: read,
    answers: [[30, "a", "passed"]],
    other: asking(check("a", 20, { on_deadline: "decline" })),
    says: "approved → declined +external_check_overdue",
  },
  {
    name: "an answer at a shorter deadline is overdue",
    made: asking(check("a", 60)),
    calls: read,
    answers: [[30, "a", "passed"]],
    other: asking(check("a", 30)),
    says: "approved → review +external_check_overdue",
  },
  {
    name: "a check that was not requested is left out",
    made: DOCUMENT,
    calls: read,
    other: asking(check("a", 60)),
    says: "not_measured",
  },
  {
    name: "another check is left out",
    made: asking(check("a", 60)),
    calls: read,
    answers: [[30, "a", "passed"]],
    other: asking(check("a", 60), check("b", 60)),
    says: "not_measured",
  },
  {
    name: "other fields are left out",
    made: asking(check("a", 60, { fields: ["full_name"] })),
    calls: read,
    answers: [[30, "a", "passed"]],
    other: asking(check("a", 60, { fields: ["date_of_birth"] })),
    says: "not_measured",
  },
  {
    name: "fewer fields are left out",
    made: asking(check("a", 60, { fields: ["full_name", "date_of_birth"] })),
    calls: read,
    answers: [[30, "a", "passed"]],
    other: asking(check("a", 60, { fields: ["full_name"] })),
    says: "not_measured",
  },
  {
    name: "a longer deadline than the one that passed is left out",
    made: asking(check("a", 60)),
    calls: read,
    answers: [[60, "a", "overdue"]],
    other: asking(check("a", 90)),
    says: "not_measured",
  },
  {
    name: "the same deadline passes again, under its new rule",
    made: asking(check("a", 60)),
    calls: read,
    answers: [[60, "a", "overdue"]],
    other: asking(check("a", 60, { on_deadline: "decline" })),
    says: "review → declined",
  },
  {
    name: "a check that was open at the decision is not needed if another declines",
    made: asking(check("b", 60), check("a", 60)),
    calls: read,
    answers: [[30, "a", "failed"]],
    other: asking(check("b", 90), check("a", 60)),
    says: "declined → declined",
  },
  {
    name: "a check that was open at the decision is left out if nothing else declines",
    made: asking(check("a", 60), check("b", 60)),
    calls: read,
    answers: [[30, "a", "failed"]],
    other: asking(check("b", 60)),
    says: "not_measured",
  },
  {
    name: "a check that was open at the decision is overdue at a shorter deadline",
    made: asking(check("a", 60), check("b", 60)),
    calls: read,
    answers: [[30, "a", "failed"]],
    other: asking(check("b", 20)),
    says: "declined → review +external_check_overdue",
  },
  {
    name: "a check was open until the last answer",
    made: asking(check("a", 60), check("b", 60), check("c", 60)),
    calls: read,
    answers: [
      [10, "a", "passed"],
      [30, "b", "failed"],
    ],
    other: asking(check("c", 20)),
    says: "declined → review +external_check_overdue",
  },
  {
    name: "an earlier decline comes before a later one",
    made: asking(check("a", 60), check("b", 60)),
    calls: read,
    answers: [
      [10, "a", "passed"],
      [40, "b", "passed"],
    ],
    other: asking(check("b", 30, { on_deadline: "decline" }), check("a", 5, { on_deadline: "decline" })),
    says: "approved → declined +external_check_overdue",
  },
  {
    name: "captures after an earlier request are left out",
    made: { steps: ["document", "liveness"], require_face_match: false, external_checks: [check("a", 60)] },
    calls: [document(NEW), selfie()],
    answers: [[30, "a", "passed"]],
    other: asking(check("a", 60)),
    says: "not_measured",
  },
];
