import { ApiError } from "../core/errors.ts";
import type { RouteGroup } from "../http/route.ts";
import type { CheckResult, CheckSubject } from "../operations/checks.ts";
import { issueChipChallenge } from "../operations/signed/chip-challenges.ts";
import { type ChipUpload, verifyChip } from "../operations/signed/verify-chip.ts";
import {
  chipAnswer,
  chipChallenge,
  chipFields,
  chipFieldsOutside,
  chipForToken,
  chipResult,
} from "../schemas/chips.ts";
import { renderVerification } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import { type Call, checkSubject } from "./call/call.ts";
import { datedBody, resultAnswer, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable, idempotent } from "./call/writing.ts";
import { visibleVerification } from "./verification-reads.ts";

/** The data groups that are read, in their order. DG3 and DG4, fingers and iris, are not taken. */
const DATA_GROUPS = [1, 2, 11, 14, 15] as const;
const FILES = ["sod", ...DATA_GROUPS.map((number) => `dg${number}`), "aa_signature"];

/** All files of a chip together. */
const MOST_BYTES = 512 * 1024;

const form = {
  files: FILES,
  required: ["sod", "dg1", "dg2"],
  file: {
    description: "A file of the chip, or its answer, as the chip has it. All together at most 512 KiB.",
    contentType: "application/octet-stream",
    extension: "bin",
  },
};

const UPLOAD_TEXT =
  "Send EF.SOD, DG1 and DG2 as the chip has them, and DG11, DG14 and DG15 if it has them: 512 KiB in all. To show that the chip is no copy, send its answer to a challenge as `aa_signature`.";

type Uploading = Call & { readonly body: { readonly chip_challenge_id?: string | undefined } };

/**
 * The files of a form. Throws 400 `missing_parameter` for half of an answer, and 413 `request_too_large` over
 * 512 KiB.
 */
function chipUpload(call: Uploading, subject: CheckSubject): ChipUpload {
  const { files, body } = call;
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (size > MOST_BYTES) {
    const message = `The files have ${size} bytes. Send at most 512 KiB in all, and only the files that are named.`;
    throw new ApiError("request_too_large", message);
  }
  return {
    subject,
    sod: files.get("sod")!,
    dataGroups: DATA_GROUPS.flatMap((number) => {
      const file = files.get(`dg${number}`);
      return file === undefined ? [] : [{ number, file }];
    }),
    answer: answerOf(files.get("aa_signature"), body.chip_challenge_id),
  };
}

function answerOf(signature: Uint8Array | undefined, challengeId: string | undefined): ChipUpload["answer"] {
  if (signature === undefined && challengeId === undefined) return null;
  const param = signature === undefined ? "aa_signature" : "chip_challenge_id";
  if (signature === undefined || challengeId === undefined) {
    const message = "aa_signature and chip_challenge_id belong together: send both, or neither.";
    throw new ApiError("missing_parameter", message, { param });
  }
  return { signature, challengeId };
}

const CHALLENGE_ERRORS = ["chip_challenge_invalid", "chip_challenge_expired", "chip_challenge_used"] as const;

const verify = route(
  {
    method: "post",
    path: "/v1/chip/verify",
    id: "verifyChip",
    summary: "Verify a chip",
    description: `Verifies files that an app has read from a document's chip, outside a verification. ${UPLOAD_TEXT}`,
    sdk: "chips.verify",
    callers: ["secret_key"],
    scope: "checks:write",
    form: { ...form, fields: chipFieldsOutside, example: { customer_ref: "user-4711" } },
    answer: { status: 200, description: "What the chip came to.", schema: chipResult },
    errors: ["request_too_large", ...CHALLENGE_ERRORS],
  },
  billable(verifyChip, {
    input: (call) => chipUpload(call, checkSubject(call)),
    answer: resultAnswer,
  }),
);

const challengeTexts = {
  summary: "Create a chip challenge",
  description:
    "Eight bytes that the chip signs in active authentication. They count once, for 120 seconds, and with the credential that they were issued to. Not billed.",
};

const challengeBody = ({
  id,
  challenge,
  customerRef,
  expiresAt,
}: {
  readonly id: string;
  readonly challenge: string;
  readonly customerRef: string | null;
  readonly expiresAt: number;
}) => ({
  body: { chip_challenge_id: id, challenge, expires_at: new Date(expiresAt).toISOString() },
  subject: { id, customerRef },
});

const challengeOutside = route(
  {
    ...{ method: "post", path: "/v1/chip/challenges", id: "issueChipChallenge", ...challengeTexts },
    sdk: "chips.issueChallenge",
    callers: ["secret_key"],
    scope: "checks:write",
    answer: { status: 201, description: "The challenge.", schema: chipChallenge },
  },
  idempotent(issueChipChallenge, { input: () => ({ verification: null }), answer: challengeBody }),
);

const challenge = route(
  {
    ...{ method: "post", path: "/v1/verifications/:id/chip/challenges", ...challengeTexts },
    id: "issueChipChallengeOfVerification",
    sdk: "verifications.issueChipChallenge",
    parameters: { id: "The verification's id, `vf_…`." },
    callers: ["secret_key", "session_token"],
    scope: "verifications:write",
    captures: true,
    rate: "challenges",
    answer: { status: 201, description: "The challenge.", schema: chipChallenge, forToken: chipChallenge },
    errors: ["not_found", "verification_not_open"],
  },
  idempotent(issueChipChallenge, {
    input: async (call) => ({ verification: await visibleVerification(call) }),
    answer: challengeBody,
  }),
);

interface Judged extends CheckResult {
  readonly verification: Verification | null;
}

const present = route(
  {
    method: "post",
    path: "/v1/verifications/:id/chip",
    id: "presentChip",
    summary: "Show a document by its chip",
    description: `Files that an app has read from the document's chip, in place of photos. The policy's \`document_evidence\` has to accept \`chip\`. ${UPLOAD_TEXT}`,
    sdk: "verifications.presentChip",
    parameters: { id: "The verification's id, `vf_…`." },
    callers: ["secret_key", "session_token"],
    scope: "verifications:write",
    captures: true,
    form: { ...form, fields: chipFields },
    answer: {
      status: 200,
      description: "What the chip came to, and the verification as it stands then.",
      schema: chipAnswer,
      forToken: chipForToken,
    },
    errors: ["not_found", "request_too_large", "verification_not_open", ...CHALLENGE_ERRORS],
  },
  billable(verifyChip, {
    input: async (call) => {
      const verification = await visibleVerification(call);
      return chipUpload(call, {
        verification,
        customerRef: null,
        storeMedia: verification.policy.store_media,
      });
    },
    answer: ({ id, customerRef, createdAt, body, verification }: Judged, { services, principal }) => ({
      body: {
        chip: datedBody(body, createdAt),
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

const [read, remove] = resultRoutes("signed", {
  path: "/v1/signed-evidence/:id",
  ids: "se_…",
  schema: chipResult,
  read: {
    id: "readSignedEvidence",
    summary: "Retrieve signed evidence",
    description: "What a chip came to. Each read is billed.",
    sdk: "chips.retrieve",
  },
  remove: {
    id: "deleteSignedEvidence",
    summary: "Delete signed evidence",
    description:
      "Erases data, face and portrait for good. Pending events of the result are not delivered. Repeating the call is allowed.",
    sdk: "chips.delete",
  },
});

/** The calls of a verification's chip. */
export const chipsOfVerification = [challenge, present];

export const chips: RouteGroup = {
  tag: "Chips",
  description:
    "Verifies the data of a document's chip (ICAO Doc 9303), as an app has read them: which state signed them, and whether the chip is a copy.",
  routes: [verify, challengeOutside, read, remove],
};
