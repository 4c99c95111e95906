import { image } from "../../harness/edge/check-edge.ts";
import {
  type Call,
  calling,
  type Kind,
  NOT_A_KEY,
  NOT_FOUND,
  plain,
  type Row,
  type Sent,
  type Takes,
  taking,
} from "./row.ts";

const NOT_REGISTERED = "404 registration_not_found";
const MISMATCH = "403 verification_mismatch";
/** An unknown consent text, and an invalid proof. */
const NO_TEXT = { version: "1", locale: "en", sha256: "0".repeat(64) };
const NO_PROOF = {
  public_key: { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) },
  signed_at: 0,
  signature: "A".repeat(86),
};
const NEW_ENDPOINT = { url: "https://example.com/hook", events: ["verification.completed"] };
const BLOCK_LIST = "/v1/lists/block/items";
const BLOCKED = { kind: "document", issuing_country: "UTO", document_number: "L898902C3" };
const REVIEWER = { acting_as: "agent-7" };
const photo = { image: image() };
/** Files that cannot be read. */
const chip = { sod: image(), dg1: image(), dg2: image() };
const selfie = { mode: "passive", image_1: image() };
const challenge = { mode: "challenge", image_1: image(1), image_2: image(2) };

const inJson = (name: string, rest = {}) => ({ json: (id: string) => ({ ...rest, [name]: id }) });
const inForm = (name: string, rest: Sent["form"] = {}) => ({
  form: (id: string) => ({ ...rest, [name]: id }),
});
const inQuery = (name: string) => ({ query: (id: string) => `?${name}=${encodeURIComponent(id)}` });
const asText = (id: string) => Buffer.from(`test ${id}`).toString("base64");
const asCursor = { query: (id: string) => inQuery("cursor").query(asText(id)) };
const searchOn = { json: (id: string) => ({ customer_ref: "anybody", cursor: asText(id) }) };
/** A page behind a place in a list of test mode. */
const paged = (takes: Kind, how: Parameters<typeof taking>[1] = asCursor): Call => ({
  ...taking(takes, how, "200", "200"),
  strangerLive: "400 invalid_cursor",
});

/** Calls for a key. */
const key = (...calls: Call[]): Row => ({ calls });
/** Calls for a key and a session token. */
const keyOrToken = (...calls: Call[]): Row => ({ admits: "session_token", calls });
/** Calls without a credential. */
const anyone = (...calls: Call[]): Row => ({ admits: "anyone", calls });
/** Calls for the verification's session token only; on the object that they take, if any. */
const tokenOnly = (owner: string, takes: Takes = null, how: Parameters<typeof calling>[1] = {}): Row =>
  keyOrToken({
    ...calling(takes, how, owner, NOT_A_KEY, takes === null ? owner : NOT_FOUND),
    ownedBy: "session_token",
  });
/** The page's calls with the secret of a link or a code, and a wrong proof. */
const unproven = (ownedBy: "link" | "code", more = {}): Row =>
  key({
    ...calling(null, { json: () => ({ ...NO_PROOF, ...more }) }, "401 link_invalid", NOT_A_KEY),
    ownedBy,
  });

/** Every route of the app, by method and path as Hono has them. */
const TABLE: Readonly<Record<string, Row>> = {
  "POST /v1/sessions": key(
    taking("verification", inJson("verification_id"), "201"),
    taking("customer", inJson("customer_ref"), "201", "201"),
  ),
  "DELETE /v1/sessions/:jti": key(taking("token", {}, "204")),
  "POST /v1/verifications": key(
    taking("customer", inJson("customer_ref"), "201", "201"),
    taking("policy", inJson("policy_id", { customer_ref: "anybody" }), "201", "400 invalid_parameter"),
  ),
  "GET /v1/verifications": key(plain("200"), paged("verification")),
  "POST /v1/verifications/search": key(
    taking("customer", inJson("customer_ref"), "200", "200"),
    paged("verification", searchOn),
  ),
  "GET /v1/verifications/:id": keyOrToken(taking("verification")),
  "GET /v1/verifications/:id/next": keyOrToken(taking("verification")),
  "POST /v1/verifications/:id/document": keyOrToken(
    taking("verification", { form: () => ({ front: image() }) }),
  ),
  "POST /v1/verifications/:id/chip": keyOrToken(
    taking("verification", { form: () => chip }, "409 verification_not_open"),
  ),
  "POST /v1/verifications/:id/chip/challenges": keyOrToken(
    taking("verification", {}, "409 verification_not_open"),
  ),
  "POST /v1/chip/verify": key(taking("customer", inForm("customer_ref", chip), "200", "200")),
  "POST /v1/chip/challenges": key(plain("201")),
  "GET /v1/signed-evidence/:id": key(taking("signed")),
  "DELETE /v1/signed-evidence/:id": key(taking("signed", {}, "204")),
  "POST /v1/verifications/:id/credentials/requests": tokenOnly("409 verification_not_open", "verification"),
  "GET /v1/verifications/:id/credentials/requests/:request_id": tokenOnly(NOT_FOUND, "verification", {
    path: (id) => `/v1/verifications/${id}/credentials/requests/cr_0`,
  }),
  "POST /v1/verifications/:id/credentials": tokenOnly(NOT_FOUND, "verification", {
    form: () => ({ request_id: "cr_0", protocol: "direct_post" }),
  }),
  "GET /v1/credentials/:id": key(taking("credential")),
  "DELETE /v1/credentials/:id": key(taking("credential", {}, "204")),
  "GET /v1/wallet/:request_id": anyone(plain(NOT_FOUND, { path: () => "/v1/wallet/cr_0" })),
  "POST /v1/wallet/:request_id": anyone(plain(NOT_FOUND, { path: () => "/v1/wallet/cr_0" })),
  "POST /v1/verifications/:id/links": key(taking("verification", {}, "201")),
  "POST /v1/verifications/:id/cancel": key(taking("verification")),
  "POST /v1/verifications/:id/checks/:name": key(
    taking(
      "verification",
      { path: (id) => `/v1/verifications/${id}/checks/watchlist`, json: () => ({ outcome: "passed" }) },
      "409 verification_not_open",
    ),
  ),
  "POST /v1/lists/:list/items": key(plain("201", { path: () => BLOCK_LIST, json: () => BLOCKED })),
  "GET /v1/lists/:list/items": key(
    plain("200", { path: () => BLOCK_LIST }),
    paged("listItem", { path: (id) => `${BLOCK_LIST}?cursor=${asText(id)}` }),
  ),
  "DELETE /v1/lists/:list/items/:id": key(taking("listItem", { path: (id) => `${BLOCK_LIST}/${id}` }, "204")),
  "GET /v1/verifications/:id/dossier": key(taking("verification")),
  "GET /v1/reviews": key(plain("200"), paged("verification")),
  "POST /v1/verifications/:id/claim": key(
    taking("verification", { json: () => REVIEWER }, "409 verification_not_open"),
  ),
  "POST /v1/verifications/:id/review": key(
    taking(
      "verification",
      { json: () => ({ ...REVIEWER, ruling: "approved", reason: "identity_confirmed" }) },
      "409 verification_not_open",
    ),
  ),
  "POST /v1/verifications/:id/consent": tokenOnly("400 invalid_parameter", "verification", {
    json: () => NO_TEXT,
  }),
  "POST /v1/verifications/:id/contest": tokenOnly("409 not_contestable", "verification", {
    json: () => ({}),
  }),
  // No consent was given.
  "DELETE /v1/verifications/:id/consent": tokenOnly(NOT_FOUND, "verification"),
  "GET /v1/capture/page": keyOrToken({ ...calling(null, {}, "200", NOT_A_KEY, "200"), ownedBy: "link" }),
  "POST /v1/capture/sessions": unproven("link"),
  "POST /v1/capture/withdrawals": unproven("link"),
  "POST /v1/handoffs": tokenOnly("201", null, { json: () => ({}) }),
  "GET /v1/handoffs/:id": tokenOnly("200", "handoff"),
  "DELETE /v1/handoffs/:id": tokenOnly("204", "handoff"),
  "POST /v1/handoffs/claim": unproven("code"),
  "POST /v1/handoffs/confirm": unproven("code", { number: "10" }),
  "POST /v1/handoffs/decline": unproven("code"),
  "POST /v1/ocr/scan": keyOrToken(taking("customer", inForm("customer_ref", photo), "200", "200", MISMATCH)),
  "GET /v1/ocr/:id": key(taking("ocr")),
  "DELETE /v1/ocr/:id": key(taking("ocr", {}, "204")),
  "POST /v1/fraud/detect": keyOrToken(
    taking("customer", inForm("customer_ref", photo), "200", "200", MISMATCH),
  ),
  "GET /v1/fraud/:id": key(taking("fraud")),
  "DELETE /v1/fraud/:id": key(taking("fraud", {}, "204")),
  "POST /v1/liveness/challenges": keyOrToken(plain("201", { json: () => ({}) })),
  "POST /v1/liveness/check": keyOrToken(
    taking("customer", inForm("customer_ref", selfie), "200", "200", MISMATCH),
    {
      ...taking("challenge", inForm("challenge_token", challenge), "200", "400 challenge_invalid"),
      ownedBy: "session_token",
    },
  ),
  "GET /v1/liveness/:id": key(taking("liveness")),
  "DELETE /v1/liveness/:id": key(taking("liveness", {}, "204")),
  "POST /v1/face/verify": key(plain("200", { form: () => ({ image_a: image(1), image_b: image(2) }) })),
  "GET /v1/face/verify/:id": key(taking("faceMatch")),
  "DELETE /v1/face/verify/:id": key(taking("faceMatch", {}, "204")),
  "POST /v1/face/dedupe": key(
    plain("200", { form: () => photo }),
    taking("customer", inForm("exclude_customer_ref", photo), "200", "200"),
  ),
  "POST /v1/face/registrations": key(
    taking("customer", inForm("customer_ref", photo), "409 registration_exists", "201"),
  ),
  "POST /v1/face/registrations/verify": key(
    taking("customer", inForm("customer_ref", photo), "200", NOT_REGISTERED),
  ),
  "GET /v1/face/registrations": key(
    plain("200"),
    paged("registration"),
    taking("customer", inQuery("customer_ref"), "200", "200"),
  ),
  "POST /v1/face/registrations/read": key(taking("customer", inJson("customer_ref"), "200", NOT_REGISTERED)),
  "POST /v1/face/registrations/delete": key(
    taking("customer", inJson("customer_ref"), "204", NOT_REGISTERED),
  ),
  "GET /v1/face/registrations/:customer_ref": key(taking("customer", {}, "200", NOT_REGISTERED)),
  "DELETE /v1/face/registrations/:customer_ref": key(taking("customer", {}, "204", NOT_REGISTERED)),
  "GET /v1/events": key(plain("200"), paged("event")),
  "GET /v1/events/:id": key(taking("event")),
  "POST /v1/policies": key(plain("201", { json: () => ({ name: "Standard", policy: {} }) })),
  "GET /v1/policies": key(plain("200"), paged("policy")),
  "GET /v1/policies/:id": key(taking("policy")),
  "POST /v1/policies/:id/versions": key(taking("policy", { json: () => ({ policy: {} }) }, "201")),
  "POST /v1/policies/:id/replay": key(taking("policy", { json: () => ({}) })),
  "POST /v1/policies/:id/archive": key(taking("policy")),
  "GET /v1/webhook-endpoints": key(plain("200")),
  "POST /v1/webhook-endpoints": key(plain("201", { json: () => NEW_ENDPOINT })),
  "GET /v1/webhook-endpoints/:id": key(taking("endpoint")),
  "PATCH /v1/webhook-endpoints/:id": key(taking("endpoint", { json: () => ({ enabled: true }) })),
  "POST /v1/webhook-endpoints/:id/test": key(taking("endpoint")),
  "POST /v1/webhook-endpoints/:id/rotate-secret": key(taking("endpoint", { json: () => ({}) })),
  "DELETE /v1/webhook-endpoints/:id": key(taking("endpoint", {}, "204")),
  "POST /v1/customers/erase": key(taking("customer", inJson("customer_ref"), "200", "200")),
  "DELETE /v1/customers/:customer_ref": key(taking("customer", {}, "200", "200")),
  "GET /.well-known/jwks.json": anyone(plain("200")),
  "GET /openapi.json": anyone(plain("200")),
  "GET /health": anyone(plain("200")),
  "GET /docs": anyone(plain("200")),
  "GET /llms.txt": anyone(plain("200")),
  "GET /media/:tenant/:object": anyone(taking("portrait", { path: (id) => id })),
};

/** The table with each call's path: its route's, with the id in it. */
export const ROWS: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(TABLE).map(([route, row]) => {
    const pathOf = (id: string) => route.split(" ")[1]!.replace(/:\w+/, encodeURIComponent(id));
    const withPath = ({ send, ...call }: Call): Call => ({
      ...call,
      send: (id) => {
        const { path, ...sent } = send(id);
        return { ...sent, path: path.startsWith("/") ? path : pathOf(id) + path };
      },
    });
    return [route, { ...row, calls: row.calls.map(withPath) }];
  }),
);
