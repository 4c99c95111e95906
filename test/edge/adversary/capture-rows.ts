import { inPath, NOT_A_KEY, NOT_FOUND, plain, type Row, taking } from "./row.ts";

/** A consent text that no tenant has, and a proof that no key has made. */
const NO_TEXT = { version: "1", locale: "en", sha256: "0".repeat(64) };
const NO_PROOF = {
  public_key: { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) },
  signed_at: 0,
  signature: "A".repeat(86),
};

/** Routes of the page on which a person is verified: consent, links and handoffs. */
export const CAPTURE_ROWS: Readonly<Record<string, Row>> = {
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
  "POST /v1/capture/withdrawals": {
    calls: [
      {
        ...plain({ path: "/v1/capture/withdrawals", json: NO_PROOF }, "401 link_invalid"),
        stranger: NOT_A_KEY,
        ownedBy: "link",
      },
    ],
  },
  "POST /v1/handoffs": {
    admits: "session_token",
    calls: [
      {
        ...plain({ path: "/v1/handoffs", json: {} }, "201"),
        stranger: NOT_A_KEY,
        strangerToken: "201",
        ownedBy: "session_token",
      },
    ],
  },
  "GET /v1/handoffs/:id": {
    admits: "session_token",
    calls: [
      {
        ...taking("handoff", inPath("/v1/handoffs/"), "200", NOT_A_KEY, NOT_FOUND),
        ownedBy: "session_token",
      },
    ],
  },
  "DELETE /v1/handoffs/:id": {
    admits: "session_token",
    calls: [
      {
        ...taking("handoff", inPath("/v1/handoffs/"), "204", NOT_A_KEY, NOT_FOUND),
        ownedBy: "session_token",
      },
    ],
  },
  ...Object.fromEntries(
    ([["claim"], ["confirm", { number: "10" }], ["decline"]] as const).map(([verb, more = {}]) => [
      `POST /v1/handoffs/${verb}`,
      {
        calls: [
          {
            ...plain({ path: `/v1/handoffs/${verb}`, json: { ...NO_PROOF, ...more } }, "401 link_invalid"),
            stranger: NOT_A_KEY,
            ownedBy: "code",
          },
        ],
      },
    ]),
  ),
};
