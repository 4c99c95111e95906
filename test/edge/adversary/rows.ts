import { image } from "../../harness/edge/check-edge.ts";
import { CAPTURE_ROWS } from "./capture-rows.ts";
import { inPath, plain, type Row, type Sent, taking } from "./row.ts";

const NOT_REGISTERED = "404 registration_not_found";

const asCursor = (path: string) => (id: string) => ({
  path: `${path}?cursor=${encodeURIComponent(Buffer.from(id).toString("base64"))}`,
});
const inForm = (path: string, field: string, rest: Sent["form"] = {}) => {
  return (id: string): Sent => ({ path, form: { ...rest, [field]: id } });
};
const inJson = (path: string) => (id: string) => ({ path, json: { customer_ref: id } });
const photo = { image: image() };
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
  "POST /v1/verifications/search": {
    calls: [
      taking("customer", inJson("/v1/verifications/search"), "200", "200"),
      taking(
        "verification",
        (id) => ({
          path: "/v1/verifications/search",
          json: { customer_ref: "anybody", cursor: Buffer.from(id).toString("base64") },
        }),
        "200",
        "200",
      ),
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
  ...CAPTURE_ROWS,
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
  "POST /v1/face/registrations/read": {
    calls: [taking("customer", inJson("/v1/face/registrations/read"), "200", NOT_REGISTERED)],
  },
  "POST /v1/face/registrations/delete": {
    calls: [taking("customer", inJson("/v1/face/registrations/delete"), "204", NOT_REGISTERED)],
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
  "POST /v1/customers/erase": {
    calls: [taking("customer", inJson("/v1/customers/erase"), "200", "200")],
  },
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
