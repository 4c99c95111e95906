import { ApiError } from "../core/errors.ts";
import { readSmall } from "../http/body/read-body.ts";
import type { RouteGroup } from "../http/route.ts";
import type { CheckResult } from "../operations/checks.ts";
import { checkCredential } from "../operations/credentials/check-credential.ts";
import { requestCredential } from "../operations/credentials/request-credential.ts";
import { requestState } from "../operations/credentials/request-state.ts";
import {
  existingWalletRequest,
  keepWalletAnswer,
  readWalletRequest,
} from "../operations/credentials/wallet-answer.ts";
import {
  credentialAnswer,
  credentialFields,
  credentialForToken,
  credentialRequest,
  credentialRequestState,
  credentialResult,
} from "../schemas/credentials.ts";
import { renderVerification } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import type { Call } from "./call/call.ts";
import { datedBody, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable, idempotent } from "./call/writing.ts";
import { visibleVerification } from "./verification-reads.ts";

const parameters = { id: "The verification's id, `vf_…`." };
const requestParameter = { request_id: "The request's id, `cr_…`." };

const request = route(
  {
    method: "post",
    path: "/v1/verifications/:id/credentials/requests",
    id: "requestCredential",
    summary: "Request a wallet credential",
    description:
      "Asks the end user's wallets for a mobile driving licence, photo ID, EU person identification data or age attestation, as the policy's `credential.accept` says. It asks for no claim that the policy does not need. Call it from the page that calls `navigator.credentials.get`: the wallet's answer is for that origin. Not billed.",
    parameters,
    callers: ["session_token"],
    captures: true,
    rate: "challenges",
    answer: {
      status: 201,
      description: "The request.",
      schema: credentialRequest,
      forToken: credentialRequest,
    },
    errors: ["not_found", "verification_not_open"],
  },
  idempotent(requestCredential, {
    input: async (call) => ({
      verification: await visibleVerification(call),
      publicUrl: call.services.env.PUBLIC_URL,
      // A page of another origin than its own is rejected before: see `assertOrigin`.
      origin: call.c.req.header("origin") ?? new URL(call.services.env.PUBLIC_URL).origin,
      reader: call.services.env.WALLET_READER ?? null,
    }),
    answer: ({ id, requests, walletUrl, expiresAt, customerRef }) => ({
      body: {
        request_id: id,
        requests,
        wallet_url: walletUrl,
        expires_at: new Date(expiresAt).toISOString(),
      },
      subject: { id, customerRef },
    }),
  }),
);

const state = route(
  {
    method: "get",
    path: "/v1/verifications/:id/credentials/requests/:request_id",
    id: "readCredentialRequest",
    summary: "Retrieve a credential request",
    description: "For a page that shows `wallet_url`, which polls every two seconds.",
    parameters: { ...parameters, ...requestParameter },
    callers: ["session_token"],
    rate: "polling",
    answer: {
      status: 200,
      description: "Whether a wallet has answered.",
      schema: credentialRequestState,
      forToken: credentialRequestState,
    },
    errors: ["not_found"],
  },
  async (call) => {
    const { services, param } = call;
    const { id: verificationId } = await visibleVerification(call);
    const id = param("request_id");
    const named = { id, verificationId };
    const found = await requestState(services, call.principal.scope, named, services.clock());
    return { request_id: id, state: found.state, expires_at: new Date(found.expiresAt).toISOString() };
  },
);

const REQUEST_ERRORS = [
  "credential_request_expired",
  "credential_request_used",
  "credential_request_mismatch",
] as const;

interface Judged extends CheckResult {
  readonly verification: Verification | null;
}

/** The answer is text of a browser or a wallet. */
const MOST_BYTES = 512 * 1024;

function responseOf({ files, body }: Call & { readonly body: { readonly protocol: string } }) {
  const file = files.get("response");
  if (body.protocol === "direct_post") {
    if (file === undefined) return null;
    const message = "response belongs to another protocol: with direct_post the wallet has sent its answer.";
    throw new ApiError("invalid_parameter", message, { param: "response" });
  }
  if (file === undefined) {
    const message = "response is missing. Send data.response of the browser's credential as a file.";
    throw new ApiError("missing_parameter", message, { param: "response" });
  }
  if (file.length > MOST_BYTES) {
    const message = `response has ${file.length} bytes. A wallet's answer has at most 512 KiB.`;
    throw new ApiError("file_too_large", message, { param: "response" });
  }
  return new TextDecoder().decode(file);
}

const check = route(
  {
    method: "post",
    path: "/v1/verifications/:id/credentials",
    id: "checkCredential",
    summary: "Check a wallet credential",
    description:
      "Takes the answer of a wallet to a request of this verification and token, once. The issuer's signature, the digest of each value and the wallet's own signature for this request are verified. Values that were not asked for are dropped unread.",
    parameters,
    callers: ["session_token"],
    captures: true,
    form: {
      files: ["response"],
      required: [],
      sent: ["response"],
      file: {
        description: "The browser's `data.response`, as text: at most 512 KiB. Not with `direct_post`.",
        contentType: "text/plain",
        extension: "txt",
      },
      fields: credentialFields,
      example: { request_id: "cr_4fK2mPq8sTvWxYz1aBcDeFgHjKlMnOpQ", protocol: "org-iso-mdoc" },
    },
    answer: {
      status: 200,
      description: "What the credential came to, and the verification as it stands then.",
      schema: credentialAnswer,
      forToken: credentialForToken,
    },
    errors: ["not_found", "verification_not_open", "file_too_large", "missing_parameter", ...REQUEST_ERRORS],
  },
  billable(checkCredential, {
    input: async (call) => ({
      verification: await visibleVerification(call),
      requestId: call.body.request_id,
      protocol: call.body.protocol,
      response: responseOf(call),
      statusLists: call.services.statusLists,
    }),
    answer: ({ id, customerRef, createdAt, body, verification }: Judged, { principal, services }) => ({
      body: {
        credential: datedBody(body, createdAt),
        verification: renderVerification(
          { ...principal.scope, publicUrl: services.publicUrl },
          verification!,
          createdAt,
        ),
      },
      subject: { id, customerRef },
    }),
  }),
);

/** A request object of RFC 9101. */
const REQUEST_OBJECT = "application/oauth-authz-req+jwt";

const walletReads = route(
  {
    method: "get",
    path: "/v1/wallet/:request_id",
    id: "readWalletRequest",
    summary: "Fetch a request, as a wallet",
    description:
      "For wallets (OpenID4VP 1.0, `request_uri`). It needs no credential: the id is the secret, valid for 180 seconds.",
    parameters: requestParameter,
    callers: "anybody",
    answer: { status: 200, description: "The signed request object.", mediaType: REQUEST_OBJECT },
    errors: ["not_found"],
  },
  async ({ c, services, param }) => {
    const context = { services, actor: { kind: "visitor", address: null } as const, now: services.clock() };
    const text = await readWalletRequest(context, param("request_id"));
    return c.body(text, 200, { "Content-Type": REQUEST_OBJECT, "Cache-Control": "no-store" });
  },
);

const walletAnswers = route(
  {
    method: "post",
    path: "/v1/wallet/:request_id",
    id: "keepWalletAnswer",
    summary: "Answer a request, as a wallet",
    description:
      "For wallets (OpenID4VP 1.0, `direct_post.jwt`): a form with `response`, encrypted to the request's key. Anyone who has seen the link can answer, so an answer that no trusted issuer has signed is rejected and the request stays open; the tenth ends it. Any other is kept until the page sends it to be checked. The call needs no credential.",
    parameters: requestParameter,
    callers: "anybody",
    answer: { status: 200, description: "The answer was received.", mediaType: "application/json" },
    errors: [
      ...(["not_found", "request_too_large", "missing_parameter"] as const),
      ...(["credential_request_mismatch", "credential_untrusted"] as const),
    ],
  },
  async ({ c, services, param }) => {
    const now = services.clock();
    const row = await existingWalletRequest(services, param("request_id"), now);
    const place = services.uploads.enter({ tenant: row.tenantId, caller: row.verificationId });
    const body = await readSmall(c.req.raw, MOST_BYTES, place);
    if (body === null) {
      throw new ApiError("request_too_large", "The form is larger than 512 KiB.");
    }
    const answer = new URLSearchParams(new TextDecoder().decode(body)).get("response");
    if (answer === null || answer === "") {
      throw new ApiError("missing_parameter", "response is missing.", { param: "response" });
    }
    await keepWalletAnswer({ services, actor: { kind: "visitor", address: null }, now }, { row, answer });
    return c.json({}, 200, { "Cache-Control": "no-store" });
  },
);

const [read, remove] = resultRoutes("credential", {
  path: "/v1/credentials/:id",
  ids: "cred_…",
  schema: credentialResult,
  read: {
    id: "readCredential",
    summary: "Retrieve a credential",
    description: "Each read is billed.",
    sdk: "credentials.retrieve",
  },
  remove: {
    id: "deleteCredential",
    summary: "Delete a credential",
    description: "Erases its claims and its portrait for good. Repeating the call is allowed.",
    sdk: "credentials.delete",
  },
});

export const credentials: RouteGroup = {
  tag: "Wallet credentials",
  description:
    "Credentials of wallets: mobile driving licences, photo IDs, EU person identification data and age attestations, by OpenID4VP 1.0 and ISO/IEC 18013-7.",
  routes: [request, state, check, walletReads, walletAnswers, read, remove],
};
