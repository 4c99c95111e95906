import { z } from "zod";
import { assertScope } from "../auth/key-rights.ts";
import type { SecretKeyPrincipal, SessionTokenPrincipal } from "../auth/principal.ts";
import { ApiError } from "../core/errors.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import { askedPage, pageBody, pageQuery, toPage } from "../http/parameters.ts";
import { searchedTerms } from "../operations/search-index.ts";
import { existingVerification } from "../operations/verification-write.ts";
import { calendarText, customerRefSchema, pageOf } from "../schemas/common.ts";
import { nextAnswer } from "../schemas/next.ts";
import {
  decisionName,
  statusName,
  verificationAnswer,
  verificationForToken,
} from "../schemas/verifications.ts";
import type { WantedTerms } from "../store/results/search-terms.ts";
import { listVerifications } from "../store/verifications/verifications.ts";
import { consentState } from "../verification/bound-device.ts";
import { nextOf } from "../verification/next.ts";
import { renderVerification } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import { type Call, contextOf } from "./call/call.ts";
import { meterRead } from "./call/results.ts";
import { route } from "./call/route.ts";
import { personalData } from "./personal-data.ts";

const parameters = { id: "The verification's id, `vf_…`." };

/**
 * An ISO 8601 time with its offset, or a day, which stands for its first moment in UTC. The value is in
 * milliseconds since the epoch.
 */
export const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: calendarText(
      "must be an ISO 8601 time with its offset, such as 2026-03-14T09:26:53Z (a + is sent as %2B), or a day such as 2026-03-14",
    ),
  })
  .transform((text) => Math.max(0, Date.parse(text)));

const filters = {
  status: statusName
    .optional()
    .describe("Only verifications with this status. An overdue one becomes `expired` within a minute."),
  decision: decisionName.optional().describe("Only those that were decided so."),
  customer_ref: customerRefSchema.optional(),
  created_after: time
    .optional()
    .describe("Only those created at this time or later: ISO 8601 with an offset, or a day in UTC."),
  created_before: time.optional().describe("Only those created before this time, likewise."),
};

/** Throws 400 `invalid_parameter` for a range that ends before it begins. */
function assertRange(since: number | undefined, until: number | undefined): void {
  if (since === undefined || until === undefined || since <= until) return;
  const message = "created_before must not be before created_after. Exchange the two.";
  throw new ApiError("invalid_parameter", message, { param: "created_before" });
}

const verificationsQuery = pageQuery(ID_PREFIXES.verification).extend(filters);

const page = { status: 200, description: "A page.", schema: pageOf(verificationAnswer) } as const;

const list = route(
  {
    method: "get",
    path: "/v1/verifications",
    id: "listVerifications",
    summary: "List verifications",
    description: "Newest first. Filters combine. Not billed.",
    sdk: 'verifications.list({ status: "completed", limit: 20 })',
    callers: ["secret_key"],
    scope: "verifications:read",
    query: verificationsQuery,
    answer: page,
  },
  (call) => pageFor(call, call.query),
);

const searchedText = z.string().trim().min(1).max(120);
const SEARCHED = ["customer_ref", "name", "document_number"] as const;

const searchBody = pageBody(ID_PREFIXES.verification)
  .extend({
    ...filters,
    name: searchedText
      .optional()
      .describe(
        "Whole words of the name on the document, in any order, with or without accents. The key needs `personal:read`.",
      ),
    document_number: searchedText
      .optional()
      .describe("The number of the document, or the personal number on it. The key needs `personal:read`."),
  })
  .superRefine((body, context) => {
    const given = SEARCHED.filter((name) => body[name] !== undefined);
    if (given.length === 1) return;
    const [first, second = "customer_ref"] = given;
    const message =
      first === undefined
        ? "is required, or name or document_number"
        : `cannot be given with ${first}: send one of ${SEARCHED.join(", ")}`;
    context.addIssue({ code: "custom", path: [second], message });
  });

const search = route(
  {
    method: "post",
    path: "/v1/verifications/search",
    id: "searchVerifications",
    summary: "Search verifications",
    description:
      "The same list, of one end user: by `customer_ref`, or by the `name` or `document_number` on the document. Send exactly one of the three. Proxies may log addresses, but not bodies.",
    sdk: 'verifications.list({ customer_ref: "user-4711" })',
    callers: ["secret_key"],
    scope: "verifications:read",
    json: { schema: searchBody, example: { customer_ref: "user-4711", limit: 20 } },
    answer: page,
    errors: ["limit_out_of_range", "invalid_cursor"],
  },
  async (call) => {
    const { name, document_number: number, ...rest } = call.body;
    const searched = name !== undefined ? { name } : number !== undefined ? { number } : null;
    if (searched === null) return pageFor(call, rest);
    assertScope(call.principal.rights, "personal:read");
    const terms = await searchedTerms(contextOf(call), searched);
    return terms === null ? NOTHING : pageFor(call, rest, terms);
  },
);

const NOTHING = { data: [], has_more: false, next_cursor: null };

/** A page of verifications, newest first. */
async function pageFor(
  { services, principal: { scope } }: Call<SecretKeyPrincipal>,
  { status, decision, ...rest }: z.output<typeof verificationsQuery>,
  terms?: WantedTerms,
) {
  const { customer_ref: customerRef, created_after: since, created_before: until } = rest;
  assertRange(since, until);
  const now = services.clock();
  const filter = { status, decision, customerRef, since, until, terms };
  const rows = await listVerifications(services.db, scope, { ...askedPage(scope, rest), now }, filter);
  return toPage(scope, rows, rest.limit, (row) =>
    renderVerification({ ...scope, publicUrl: services.publicUrl }, row, now),
  );
}

const read = route(
  {
    method: "get",
    path: "/v1/verifications/:id",
    id: "readVerification",
    summary: "Retrieve a verification",
    description:
      "A session token can read its own verification only. With a secret key, the first read after a decision is free, and every other read is billed. A read with a session token is billed only if the verification has changed since its last read.",
    sdk: "verifications.retrieve",
    parameters,
    callers: ["secret_key", "session_token"],
    scope: "verifications:read",
    watches: true,
    answer: {
      status: 200,
      description: "The verification.",
      schema: verificationAnswer,
      forToken: verificationForToken,
    },
    errors: ["not_found", "usage_cap_reached"],
  },
  async (call) => {
    const verification = await visibleVerification(call);
    await meterRead(call, verification);
    const { services, principal } = call;
    const place = { ...principal.scope, publicUrl: services.publicUrl };
    const answer = renderVerification(place, verification, services.clock());
    return { ...answer, ...(await personalData(call, verification)) };
  },
);

const readNext = route(
  {
    method: "get",
    path: "/v1/verifications/:id/next",
    id: "nextOfVerification",
    summary: "Retrieve the next action",
    description:
      "What the end user has to do next, for a page that polls. Not billed. Returns 304 while nothing has changed. `retry_reason` only has reasons that the end user can correct.",
    sdk: "verifications.next",
    parameters,
    callers: ["secret_key", "session_token"],
    scope: "verifications:read",
    watches: true,
    rate: "polling",
    conditional: true,
    answer: { status: 200, description: "The next action.", schema: nextAnswer, forToken: nextAnswer },
    errors: ["not_found"],
  },
  async (call) => {
    const verification = await visibleVerification(call);
    // A secret key gets the same body as an end user's device.
    return nextAnswer.parse(renderNext(verification, call.services.clock()));
  },
);

export const verificationReads = { list, search, read, readNext };

/** The next action of a verification at `now`, in the API's form. */
export function renderNext(verification: Verification, now: number) {
  const { capture } = verification;
  const surroundings = { consent: consentState(verification), returnUrl: capture?.returnUrl ?? null };
  const { status, outcome, action, consent, expiresAt, returnUrl, contest } = nextOf(
    verification,
    surroundings,
    now,
  );
  return {
    status,
    outcome,
    action: {
      type: action.type,
      sides: action.sides,
      ...(action.methods !== undefined && { methods: action.methods }),
      accepted_types: action.acceptedTypes,
      liveness_mode: action.livenessMode,
      attempts_left: action.attemptsLeft,
      retry_reason: action.retryReason,
    },
    consent,
    expires_at: new Date(expiresAt).toISOString(),
    return_url: returnUrl,
    ...(contest !== null && {
      contest: {
        until: contest.until === null ? null : new Date(contest.until).toISOString(),
        state: contest.state,
      },
    }),
  };
}

/** The verification of a device's token. Throws 404 `not_found` for every other id. */
export function ownVerification(principal: SessionTokenPrincipal, id: string): Verification {
  if (id === principal.verificationId) return principal.verification;
  throw new ApiError(
    "not_found",
    "This session token belongs to another verification. Get one for this verification: POST /v1/sessions with its id.",
  );
}

/**
 * The verification that the path names. For a session token every other than its own is unknown. Throws 404
 * `not_found`.
 */
export async function visibleVerification({
  services,
  principal,
  param,
}: Call<SecretKeyPrincipal | SessionTokenPrincipal>): Promise<Verification> {
  const id = param("id");
  if (principal.kind === "session_token") return ownVerification(principal, id);
  return existingVerification(services.db, principal.scope, id);
}
