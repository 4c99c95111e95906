import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { ERROR_STATUS } from "#edge/http/status.ts";
import { shareResponses } from "#edge/reference/open-api/shared-responses.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { exampleTime } from "#edge/schemas/common.ts";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "#vocabulary/events.ts";

const document = openApiDocument();
const served = shareResponses(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

it("the document is a valid OpenAPI 3.1 document whose references all lead somewhere", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone({ ...served }))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(() => validator.resolveRefs()).not.toThrow();
});

it("describes every route of the API, and none that it has not", () => {
  const app = createApp(() => Promise.reject(new Error("Nothing is called.")));
  const routes = app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/dashboard"))
    .map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, "").replace(/:(\w+)/g, "{$1}")}`);
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(described.sort()).toEqual([...new Set(routes)].sort());
});

it("forbids unknown request fields, and allows unknown response fields", () => {
  const session = document.paths["/v1/sessions"]?.post;
  expect(session?.requestBody?.content["application/json"]?.schema?.additionalProperties).toBe(false);
  expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
});

it("the document has every error code, each in some operation, and an example of each", () => {
  const named = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.keys(content["application/json"]?.examples ?? {}).map((code) => `${status} ${code}`),
    ),
  );
  // 405 answers a method that is no operation.
  const codes = Object.entries(ERROR_STATUS)
    .filter(([code]) => code !== "method_not_allowed")
    .map(([code, status]) => `${status} ${code}`);
  expect([...new Set(named)].sort()).toEqual(codes.sort());
  expect(Object.keys(document.components.examples).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
});

it("a session token may call these routes and no others, and under /v1 only a wallet needs no credential", () => {
  const takesToken = operations
    .filter(({ operation }) => operation.security?.some((each) => "sessionToken" in each))
    .map(({ method, path }) => `${method} ${path}`);
  expect(takesToken.sort()).toEqual([
    "delete /v1/handoffs/{id}",
    "delete /v1/verifications/{id}/consent",
    "get /v1/capture/page",
    "get /v1/handoffs/{id}",
    "get /v1/verifications/{id}",
    "get /v1/verifications/{id}/credentials/requests/{request_id}",
    "get /v1/verifications/{id}/next",
    "post /v1/fraud/detect",
    "post /v1/handoffs",
    "post /v1/liveness/challenges",
    "post /v1/liveness/check",
    "post /v1/ocr/scan",
    "post /v1/verifications/{id}/chip",
    "post /v1/verifications/{id}/chip/challenges",
    "post /v1/verifications/{id}/consent",
    "post /v1/verifications/{id}/contest",
    "post /v1/verifications/{id}/credentials",
    "post /v1/verifications/{id}/credentials/requests",
    "post /v1/verifications/{id}/document",
  ]);
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  // A wallet has no credential of ours: the request's id is its secret.
  const unguarded = open.filter(({ path }) => path.startsWith("/v1/"));
  expect([...new Set(unguarded.map(({ path }) => path))]).toEqual(["/v1/wallet/{request_id}"]);
});

it("leaves scores, checks and margins out of responses to session tokens", () => {
  const schemas = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("ForToken"));
  const names = schemas.map(([name]) => name.replace("ForToken", "")).sort();
  const results = ["FraudResult", "LivenessResult", "OcrResult", "Verification"];
  expect(names).toEqual(["ChipAnswer", "CredentialAnswer", "ExaminedDocument", ...results]);
  const text = JSON.stringify(schemas);
  expect(text).not.toMatch(/"(score|thresholds?|similarity|overall_score|confidence|quality|value":\{"any)"/);
  expect(text).not.toMatch(/"(signals|deterministic_checks|checks|explanation|model_version)"/);
  expect(text).not.toContain("FaceQuality");
});

it("gives examples that match their schemas", () => {
  const ajv = new Ajv2020({ discriminator: true, strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  ajv.addVocabulary([...Object.keys(document), "x-scope"]);
  ajv.addSchema(document, "openapi", false, false);
  const refs = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
    examples.map((example) => ({ ref: `openapi#/components/schemas/${name}`, example })),
  );
  const errors = Object.values(document.components.examples).map(({ value }) => ({
    ref: "openapi#/components/schemas/Error",
    example: value,
  }));
  const pointer = (keys: readonly string[]) =>
    `openapi#/${[...keys, "schema"].map((key) => key.replaceAll("/", "~1")).join("/")}`;
  const json = "application/json";
  const bodies = operations.flatMap(({ path, method, operation: { requestBody } }) => {
    const body = requestBody?.content[json];
    return body ? [{ ref: pointer(["paths", path, method, "requestBody", "content", json]), ...body }] : [];
  });
  const answers = operations.flatMap(({ path, method, operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) => {
      const keys = ["paths", path, method, "responses", status, "content", json];
      return Number(status) < 300 && content[json]?.schema ? [{ ref: pointer(keys), ...content[json] }] : [];
    }),
  );
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({
    ref: pointer(["webhooks", type, "post", "requestBody", "content", json]),
    ...post.requestBody!.content[json],
  }));
  expect(bodies.length).toBeGreaterThan(10);
  expect(answers.length).toBeGreaterThan(30);
  for (const { ref, example } of [...refs, ...errors, ...bodies, ...answers, ...events]) {
    const validate = ajv.compile({ $ref: ref });
    expect([ref, validate(example), validate.errors]).toEqual([ref, true, null]);
  }
});

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

it("says what every property means", () => {
  const undescribed: string[] = [];
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { properties = {}, ...rest } = schema as { properties?: Record<string, Record<string, unknown>> };
    for (const [name, inner] of Object.entries(properties)) {
      if (!inner.description && !inner.$ref) undescribed.push(`${at}.${name}`);
      visit(inner, `${at}.${name}`);
    }
    for (const [key, inner] of Object.entries(rest)) visit(inner, `${at}/${key}`);
  };
  visit(document.components.schemas, "schemas");
  for (const { path, operation } of operations) visit(operation.requestBody, path);
  expect(undescribed).toEqual([]);
  expect(Object.keys(document.components.schemas.Policy?.properties ?? {})).toHaveLength(24);
});

it("describes the payload of every event type", () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
  for (const { post } of Object.values(document.webhooks)) {
    const names = ["Id", "Timestamp", "Signature", "Attempt"].map((name) => `Service-Webhook-${name}`);
    expect(post.parameters.map((each) => "name" in each && each.name)).toEqual(names);
  }
});

it("names the headers that an answer carries", () => {
  const headers = (path: string, method: string, status: number) =>
    Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {});
  const limits = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
  const keyed = ["X-Request-Id", ...limits, "Idempotent-Replayed"];
  expect(headers("/v1/sessions", "post", 201)).toEqual(keyed);
  expect(headers("/v1/verifications/{id}", "get", 200)).toEqual(["X-Request-Id", ...limits]);
  expect(headers("/v1/sessions", "post", 401)).toEqual(["X-Request-Id", "WWW-Authenticate"]);
  expect(headers("/v1/sessions", "post", 409)).toEqual(["X-Request-Id", ...limits, "Retry-After"]);
  expect(headers("/v1/sessions", "post", 429)).toEqual(["X-Request-Id", ...limits, "Retry-After"]);
  expect(headers("/v1/sessions", "post", 503)).toEqual(["X-Request-Id", "Retry-After"]);
  expect(headers("/docs", "get", 200)).toEqual(["X-Request-Id"]);
});

it("names the filters of a list of verifications, none of them required", () => {
  const parameters = document.paths["/v1/verifications"]?.get?.parameters;
  const filters = ["status", "decision", "customer_ref", "created_after", "created_before"];
  expect(parameters).toMatchObject(
    ["limit", "cursor", ...filters].map((name) => ({ name, in: "query", required: false })),
  );
  const limit = { type: "integer", minimum: 1, maximum: 100, default: 20 };
  expect(parameters?.[0]).toMatchObject({ schema: limit });
});

it("takes the files and fields that a form takes, and says which must be there", () => {
  const body = document.paths["/v1/liveness/check"]?.post?.requestBody?.content["multipart/form-data"];
  const { properties = {}, required, additionalProperties } = body?.schema ?? {};
  expect(Object.keys(properties)).toEqual([
    ...[1, 2, 3, 4, 5].map((n) => `image_${n}`),
    "mode",
    "challenge_token",
    "customer_ref",
  ]);
  expect([required, additionalProperties]).toEqual([["image_1", "mode"], false]);
});
