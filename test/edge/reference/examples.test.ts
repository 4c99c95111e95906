import { describe, expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { exampleTime } from "#edge/schemas/common.ts";

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);

describe("an example of an answer", () => {
  const json = "application/json";
  const examples = [
    ...operations.flatMap(({ path, operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
        const example = content[json]?.example;
        return Number(status) < 300 && example !== undefined
          ? [{ id: operation.operationId, path, operation, example }]
          : [];
      }),
    ),
    ...Object.entries(document.webhooks).map(([id, { post }]) => ({
      ...{ id, path: "", operation: post, example: post.requestBody!.content[json]!.example },
    })),
  ];
  const of = (id: string) => examples.find((each) => each.id === id)!.example as Record<string, never>;
  type Member = readonly [at: string, value: unknown];
  const membersOf = (value: unknown, at: string): Member[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, each]) => [
          [`${at}.${key}`, each],
          ...membersOf(each, `${at}.${key}`),
        ])
      : [];
  const objects = examples.flatMap(({ id, example }) =>
    [[id, example] as Member, ...membersOf(example, id)].filter(
      (each): each is [string, Record<string, unknown>] => typeof each[1] === "object" && each[1] !== null,
    ),
  );
  const called = Date.parse(exampleTime);
  const faults = (fault: (each: Record<string, unknown>, at: string) => unknown) =>
    objects.filter(([at, each]) => fault(each, at)).map(([at]) => at);

  it("has a value for every member, of one mode", () => {
    const values = examples.flatMap(({ id, example }) => membersOf(example, id));
    expect(values.filter(([, value]) => value === "…")).toEqual([]);
    expect(values.filter(([at, value]) => at.endsWith(".mode") && value !== "test")).toEqual([]);
    expect(values.length).toBeGreaterThan(1000);
  });

  it("is from one moment: what happened lies before the call, what expires after it, in their order", () => {
    const isLater = /(^|_)(expires_at|until|deadline)$/;
    const wrong = examples
      .flatMap(({ id, example }) => membersOf(example, id))
      .filter(([, value]) => typeof value === "string" && /^2026-\d\d-\d\dT/.test(value))
      .filter(([at, value]) => {
        const time = Date.parse(value as string);
        return isLater.test(at.split(".").at(-1)!) ? time <= called : time > called;
      });
    expect(wrong).toEqual([]);
    const order = ["created_at", "requested_at", "completed_at", "contested_at", "reviewed_at", "updated_at"];
    const isOutOfOrder = (each: Record<string, unknown>) => {
      const times = order.flatMap((name) => (typeof each[name] === "string" ? [each[name] as string] : []));
      return times.some((time, at) => at > 0 && time < times[at - 1]!);
    };
    expect(faults(isOutOfOrder)).toEqual([]);
    const seconds = (each: Record<string, unknown>) => (Date.parse(String(each.expires_at)) - called) / 1000;
    expect(
      faults((each) => typeof each.expires_in === "number" && each.expires_in !== seconds(each)),
    ).toEqual([]);
  });

  it("shows a verification whose decision fits its status, its steps and its times", () => {
    const isImpossible = (each: Record<string, unknown>, at: string) => {
      if (!Array.isArray(each.steps) || typeof each.status !== "string") return false;
      const statuses = each.steps.map(({ status }: { status: string }) => status);
      const isCompleted = each.status === "completed";
      const isOpen = each.status === "created" || each.status === "in_progress";
      const isOfEvent = at.endsWith(".data");
      return (
        isCompleted !== (each.decision !== null) ||
        (isCompleted && statuses.includes("pending")) ||
        (each.decision === "approved" && statuses.some((status) => status !== "passed")) ||
        (each.decision === "declined" && !statuses.includes("failed")) ||
        (!isOfEvent && isCompleted !== (each.completed_at !== null)) ||
        (!isOfEvent && isOpen !== (each.next_action !== null))
      );
    };
    expect(faults(isImpossible)).toEqual([]);
  });

  it("shows what this operation alone returns", () => {
    const inReview = { status: "completed", decision: "review", reviewed_at: null };
    const time = expect.stringMatching(/^2026-/);
    expect(of("cancelVerification")).toMatchObject({ status: "canceled", decision: null });
    expect(of("listReviews")).toMatchObject({ data: [{ verification: inReview }] });
    expect(of("reviewVerification")).toMatchObject({ verification: { reviewed_at: time }, proposal: null });
    expect(of("answerCheck")).toMatchObject({ decision: "review", checks: [{ status: "review" }] });
    expect(of("contestVerification")).toMatchObject({ outcome: "in_review", contest: { state: "open" } });
    expect(of("archivePolicy")).toMatchObject({ archived_at: time });
    expect(of("createPolicy")).toMatchObject({ version: 1, policy: { min_age: 18 } });
    expect(of("createPolicyVersion")).toMatchObject({ version: 2, policy: { min_age: 21 } });
    expect(of("beginHandoff")).toMatchObject({ state: "waiting", number: null });
    const { chip, verification } = of("presentChip") as unknown as Record<string, Record<string, unknown>>;
    expect(chip).toMatchObject({ verification_id: verification!.id });
    expect(verification).toMatchObject({ steps: [{ result_ids: [chip!.chip_id] }, {}, {}] });
  });

  it("has the id of the object that the path names", () => {
    const wrong = examples.filter(({ path, operation, example }) => {
      const last = /\{(\w+)\}$/.exec(path)?.[1];
      const parameter = operation.parameters.find((each) => "name" in each && each.name === last);
      const prefix = /`(\w+_)…`/.exec(
        parameter && "description" in parameter ? parameter.description : "",
      )?.[1];
      const shown = Object.entries(example as object).filter(([key]) => /(^|_)id$/.test(key));
      return prefix !== undefined && !shown.some(([, value]) => String(value).startsWith(prefix));
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

it("says which media types each file of a form has, and its example sends no other", () => {
  const EXTENSION: Readonly<Record<string, string>> = {
    jpg: "image/jpeg",
    bin: "application/octet-stream",
    txt: "text/plain",
  };
  const sent = operations.flatMap(({ operation }) => {
    const { encoding, schema } = operation.requestBody?.content["multipart/form-data"] ?? {};
    const [curl] = operation["x-codeSamples"] ?? [];
    return [...(curl?.source.matchAll(/-F (\w+)=@[^ ]*\.(\w+)/g) ?? [])].map(([part, name, extension]) => {
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(encoding!)));
      return { part, isTaken: encoding![name!]!.contentType.split(", ").includes(EXTENSION[extension!]!) };
    });
  });
  expect(sent.length).toBeGreaterThan(10);
  expect(sent.filter(({ isTaken }) => !isTaken)).toEqual([]);
});
