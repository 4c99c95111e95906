import { image } from "../../harness/edge/check-edge.ts";

/** The kinds of things that an id may name. */
export type Kind =
  | "verification"
  | "token"
  | "customer"
  | "ocr"
  | "fraud"
  | "liveness"
  | "faceMatch"
  | "registration"
  | "challenge"
  | "event"
  | "portrait";

/** The body of a call; bytes in a form are files. */
export interface Sent {
  readonly path: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
}

/** One way in which a route takes an id, or that it takes none. Answers are "status" or "status code". */
export interface Call {
  /** What the id names; null: the call takes no id. */
  readonly takes: Kind | null;
  readonly send: (id: string) => Sent;
  /** The answer to the owner of the id. */
  readonly owner: string;
  /** What a secret key is answered about an id that never was, and hence about a stranger's. */
  readonly stranger: string;
  /** The same for a session token, where the route takes one. */
  readonly strangerToken?: string;
  /** The owner's credential, where it is not the secret key. */
  readonly ownedBy?: "session_token" | "link";
}

/** How to call a route. */
export interface Row {
  /** The other credentials that may call. */
  readonly admits?: "session_token" | "anyone";
  readonly calls: readonly Call[];
}

const NOT_FOUND = "404 not_found";
const NOT_A_KEY = "403 token_scope_insufficient";
const NOT_REGISTERED = "404 registration_not_found";

/** A route that takes one id, in its path or wherever `send` puts it. */
const taking = (
  takes: Kind,
  send: Call["send"],
  owner = "200",
  stranger = NOT_FOUND,
  strangerToken = stranger,
): Call => ({ takes, send, owner, stranger, strangerToken });

/** A route called without any id: all whose credential holds are answered alike. */
const plain = (sent: Sent, answer: string): Call => ({
  takes: null,
  send: () => sent,
  owner: answer,
  stranger: answer,
});

const inPath = (before: string, after = "") => {
  return (id: string): Sent => ({ path: before + encodeURIComponent(id) + after });
};
const asCursor = (path: string) => (id: string) => ({
  path: `${path}?cursor=${encodeURIComponent(Buffer.from(id).toString("base64"))}`,
});
const inForm = (path: string, field: string, rest: Sent["form"] = {}) => {
  return (id: string): Sent => ({ path, form: { ...rest, [field]: id } });
};
const photo = { image: image() };
/** A consent text that no tenant has, and a proof that no key has made. */
const NO_TEXT = { version: "1", locale: "en", sha256: "0".repeat(64) };
const NO_PROOF = {
  public_key: { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) },
  signed_at: 0,
  signature: "A".repeat(86),
};

/** Every route of the app, by method and path as Hono has them. */
export const ROWS: Readonly<Record<string, Row>> = {
  "POST /v1/sessions": {
    calls: [
      taking("verification", (id) => ({ path: "/v1/sessions", json: { verification_id: id } }), "201"),
      taking("customer", (id) => ({ path: "/v1/sessions", json: { customer_ref: id } }), "201", "201"),
    ],
  },
  "DELETE /v1/sessions/:jti": { calls: [taking("token", inPath("/v1/sessions/"), "204")] },
  "POST /v1/verifications": {
    calls: [
      taking("customer", (id) => ({ path: "/v1/verifications", json: { customer_ref: id } }), "201", "201"),
    ],
  },
  "GET /v1/verifications": {
    calls: [
      plain({ path: "/v1/verifications" }, "200"),
      taking("verification", asCursor("/v1/verifications"), "200", "200"),
    ],
  },
  "GET /v1/verifications/:id": {
    admits: "session_token",
    calls: [taking("verification", inPath("/v1/verifications/"))],
  },
  "GET /v1/verifications/:id/next": {
    admits: "session_token",
    calls: [taking("verification", inPath("/v1/verifications/", "/next"))],
  },
  "POST /v1/verifications/:id/document": {
    admits: "session_token",
    calls: [
      taking("verification", (id) => ({
        ...inPath("/v1/verifications/", "/document")(id),
        form: { front: image() },
      })),
    ],
  },
  "POST /v1/verifications/:id/links": {
    calls: [taking("verification", inPath("/v1/verifications/", "/links"), "201")],
  },
  "POST /v1/verifications/:id/consent": {
    admits: "session_token",
    calls: [
      {
        takes: "verification",
        send: (id) => ({ ...inPath("/v1/verifications/", "/consent")(id), json: NO_TEXT }),
        owner: "400 invalid_parameter",
        stranger: NOT_A_KEY,
        strangerToken: NOT_FOUND,
        ownedBy: "session_token",
      },
    ],
  },
  "DELETE /v1/verifications/:id/consent": {
    admits: "session_token",
    calls: [
      {
        takes: "verification",
        send: inPath("/v1/verifications/", "/consent"),
        // Nobody has agreed.
        owner: NOT_FOUND,
        stranger: NOT_A_KEY,
        strangerToken: NOT_FOUND,
        ownedBy: "session_token",
      },
    ],
  },
  "GET /v1/capture/page": {
    admits: "session_token",
    calls: [
      {
        ...plain({ path: "/v1/capture/page" }, "200"),
        stranger: NOT_A_KEY,
        strangerToken: "200",
        ownedBy: "link",
      },
    ],
  },
  "POST /v1/capture/sessions": {
    calls: [
      {
        ...plain({ path: "/v1/capture/sessions", json: NO_PROOF }, "401 link_invalid"),
        stranger: NOT_A_KEY,
        ownedBy: "link",
      },
    ],
  },
  "POST /v1/verifications/:id/cancel": {
    calls: [taking("verification", inPath("/v1/verifications/", "/cancel"))],
  },
  "POST /v1/ocr/scan": {
    admits: "session_token",
    calls: [
      taking(
        "customer",
        inForm("/v1/ocr/scan", "customer_ref", photo),
        "200",
        "200",
        "403 verification_mismatch",
      ),
    ],
  },
  "GET /v1/ocr/:id": { calls: [taking("ocr", inPath("/v1/ocr/"))] },
  "DELETE /v1/ocr/:id": { calls: [taking("ocr", inPath("/v1/ocr/"), "204")] },
  "POST /v1/fraud/detect": {
    admits: "session_token",
    calls: [
      taking(
        "customer",
        inForm("/v1/fraud/detect", "customer_ref", photo),
        "200",
        "200",
        "403 verification_mismatch",
      ),
    ],
  },
  "GET /v1/fraud/:id": { calls: [taking("fraud", inPath("/v1/fraud/"))] },
  "DELETE /v1/fraud/:id": { calls: [taking("fraud", inPath("/v1/fraud/"), "204")] },
  "POST /v1/liveness/challenges": {
    admits: "session_token",
    calls: [plain({ path: "/v1/liveness/challenges", json: {} }, "201")],
  },
  "POST /v1/liveness/check": {
    admits: "session_token",
    calls: [
      taking(
        "customer",
        inForm("/v1/liveness/check", "customer_ref", { mode: "passive", image_1: image() }),
        "200",
        "200",
        "403 verification_mismatch",
      ),
      {
        takes: "challenge",
        send: inForm("/v1/liveness/check", "challenge_token", {
          mode: "challenge",
          image_1: image(1),
          image_2: image(2),
        }),
        owner: "200",
        stranger: "400 challenge_invalid",
        ownedBy: "session_token",
      },
    ],
  },
  "GET /v1/liveness/:id": { calls: [taking("liveness", inPath("/v1/liveness/"))] },
  "DELETE /v1/liveness/:id": { calls: [taking("liveness", inPath("/v1/liveness/"), "204")] },
  "POST /v1/face/verify": {
    calls: [plain({ path: "/v1/face/verify", form: { image_a: image(1), image_b: image(2) } }, "200")],
  },
  "GET /v1/face/verify/:id": { calls: [taking("faceMatch", inPath("/v1/face/verify/"))] },
  "DELETE /v1/face/verify/:id": { calls: [taking("faceMatch", inPath("/v1/face/verify/"), "204")] },
  "POST /v1/face/dedupe": {
    calls: [
      plain({ path: "/v1/face/dedupe", form: photo }, "200"),
      taking("customer", inForm("/v1/face/dedupe", "exclude_customer_ref", photo), "200", "200"),
    ],
  },
  "POST /v1/face/registrations": {
    calls: [
      taking(
        "customer",
        inForm("/v1/face/registrations", "customer_ref", photo),
        "409 registration_exists",
        "201",
      ),
    ],
  },
  "POST /v1/face/registrations/verify": {
    calls: [
      taking(
        "customer",
        inForm("/v1/face/registrations/verify", "customer_ref", photo),
        "200",
        NOT_REGISTERED,
      ),
    ],
  },
  "GET /v1/face/registrations": {
    calls: [
      plain({ path: "/v1/face/registrations" }, "200"),
      taking("registration", asCursor("/v1/face/registrations"), "200", "200"),
      taking("customer", inPath("/v1/face/registrations?customer_ref="), "200", "200"),
    ],
  },
  "GET /v1/face/registrations/:customer_ref": {
    calls: [taking("customer", inPath("/v1/face/registrations/"), "200", NOT_REGISTERED)],
  },
  "DELETE /v1/face/registrations/:customer_ref": {
    calls: [taking("customer", inPath("/v1/face/registrations/"), "204", NOT_REGISTERED)],
  },
  "GET /v1/events": {
    calls: [plain({ path: "/v1/events" }, "200"), taking("event", asCursor("/v1/events"), "200", "200")],
  },
  "GET /v1/events/:id": { calls: [taking("event", inPath("/v1/events/"))] },
  "DELETE /v1/customers/:customer_ref": {
    calls: [taking("customer", inPath("/v1/customers/"), "200", "200")],
  },
  "GET /.well-known/jwks.json": {
    admits: "anyone",
    calls: [plain({ path: "/.well-known/jwks.json" }, "200")],
  },
  "GET /openapi.json": { admits: "anyone", calls: [plain({ path: "/openapi.json" }, "200")] },
  "GET /health": { admits: "anyone", calls: [plain({ path: "/health" }, "200")] },
  "GET /docs": { admits: "anyone", calls: [plain({ path: "/docs" }, "200")] },
  "GET /llms.txt": { admits: "anyone", calls: [plain({ path: "/llms.txt" }, "200")] },
  "GET /media/:tenant/:object": {
    admits: "anyone",
    calls: [taking("portrait", (id) => ({ path: id }))],
  },
};
