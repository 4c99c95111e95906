import type { FrameAssessment, PortraitReading } from "#edge/inference/port.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { decideOverdue } from "#edge/operations/own-checks/answer-check.ts";
import { importAnchors } from "#edge/operations/trust/import-anchors.ts";
import type { Policy } from "#edge/verification/policy.ts";
import { readCertificate } from "#inference/signatures/certificate.ts";
import { makeChip, newCsca } from "../trust/chips.ts";
import type { CheckEdge } from "./check-edge.ts";
import { image } from "./check-edge.ts";
import {
  analysis,
  forensics,
  frame,
  MRZ,
  reading,
  templateAt,
  templateScoring,
} from "./inference-results.ts";
import { PERFORMED } from "./performed.ts";

/** One upload: what inference finds in it, and minutes that pass before it. */
interface Upload {
  readonly kind: "document" | "chip" | "selfie" | "challenge";
  readonly reading?: Partial<PortraitReading>;
  readonly forensics?: Parameters<typeof forensics>[0];
  readonly frames?: readonly FrameAssessment[];
  readonly after?: number;
}

const DOCUMENT: Upload = { kind: "document" };
const SELFIE: Upload = { kind: "selfie" };
const DARK: Upload = { kind: "document", reading: { quality: { ...reading().quality, meanLuma: 10 } } };
const UNCLEAR: Upload = { kind: "selfie", frames: [frame({}, 0.3)] };
/** A face that only the loosest level takes for the portrait's. */
const ALIKE: Upload = { kind: "selfie", frames: [frame({ template: templateScoring(0.4) }, 0.9)] };
/** A face that is registered under another reference. */
const REGISTERED_AT = 30;
const KNOWN: Upload = { kind: "selfie", frames: [frame({ template: templateAt(REGISTERED_AT) }, 0.9)] };

const CHALLENGE: Upload = { kind: "challenge" };
/** A passport's chip of the CSCA of `trustUtopia`, signed with SHA-1 in its list of hashes. */
const WEAK_CHIP: Upload = { kind: "chip" };
const WITH_CHIPS = { liveness_mode: "challenge", document_evidence: ["picture", "chip"] } as const;

/** The passport that every upload of a document shows. */
const PASSPORT = { kind: "document", issuing_country: "UTO", document_number: "L898902C3" };
const WATCHLIST = { name: "watchlist", on_deadline: "review" as const, fields: [] };

/** A field, the values before and after, and what the same uploads lead to under each. */
export interface Change<K extends keyof Policy = keyof Policy> {
  readonly from: Policy[K];
  readonly to: Policy[K];
  /** Other keys of the policy. */
  readonly beside?: object;
  readonly expected?: object;
  readonly uploads: readonly Upload[];
  /** What happens before the person's verification begins, and after the uploads. */
  readonly prepare?: (edge: CheckEdge, customerRef: string) => Promise<unknown>;
  readonly finish?: (edge: CheckEdge, id: string) => Promise<unknown>;
  readonly decisions: readonly [made: string, replayed: string];
  /** Codes that the change adds, and that it removes. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

/** Every field of a policy: a new one does not compile without its change. */
export const CHANGES: { readonly [K in keyof Required<Policy>]: Change<K> } = {
  steps: {
    ...{ from: ["document"], to: ["document", "liveness"] },
    uploads: [DOCUMENT],
    decisions: ["approved", "open"],
  },
  liveness_mode: {
    ...{ from: "passive", to: "challenge" },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "open"],
  },
  document_types: {
    ...{ from: ["passport"], to: ["cid"], beside: { max_attempts: 1 } },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "declined"],
    added: ["unsupported_document_type"],
  },
  require_face_match: {
    ...{ from: true, to: false },
    uploads: [DOCUMENT, ALIKE, ALIKE, ALIKE],
    decisions: ["review", "approved"],
    removed: ["review_band"],
  },
  liveness_level: {
    ...{ from: "standard", to: "standard" },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "approved"],
  },
  face_match_level: {
    ...{ from: "fmr_1e-2", to: "fmr_1e-3" },
    uploads: [DOCUMENT, ALIKE],
    decisions: ["approved", "review"],
    added: ["review_band"],
  },
  max_attempts: {
    ...{ from: 3, to: 1 },
    uploads: [DOCUMENT, UNCLEAR, { kind: "challenge", frames: [frame(), frame()] }, { kind: "challenge" }],
    decisions: ["approved", "declined"],
    added: ["frames_not_distinct"],
  },
  on_fraud_suspicious: {
    ...{ from: "review", to: "decline" },
    uploads: [{ ...DOCUMENT, forensics: { editingSoftware: ["Paint"] } }, SELFIE],
    decisions: ["review", "declined"],
  },
  dedupe: {
    ...{ from: "review", to: "off" },
    uploads: [DOCUMENT, { ...KNOWN, reading: {} }],
    beside: { require_face_match: false },
    decisions: ["review", "approved"],
    removed: ["duplicate_face"],
  },
  min_age: {
    ...{ from: null, to: 60 },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "declined"],
    added: ["under_min_age"],
  },
  expires_in_seconds: {
    ...{ from: 86_400, to: 300 },
    uploads: [DOCUMENT, { ...SELFIE, after: 6 }],
    decisions: ["approved", "expired"],
  },
  on_expected_mismatch: {
    ...{ from: "review", to: "report" },
    expected: { last_name: "Svensson" },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["review", "approved"],
    removed: ["details_mismatch"],
  },
  expected_name_match: {
    ...{ from: "tolerant", to: "exact" },
    expected: { full_name: "Anna Eriksson" },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "review"],
    added: ["details_not_confirmed"],
  },
  match_registered: {
    ...{ from: "require", to: "off", beside: { liveness_mode: "challenge", require_face_match: false } },
    prepare: registerAnother,
    uploads: [DOCUMENT, CHALLENGE],
    decisions: ["declined", "approved"],
    removed: ["no_match"],
  },
  register_on_approval: {
    ...{ from: "create", to: "off", beside: { liveness_mode: "challenge" } },
    uploads: [DOCUMENT, CHALLENGE],
    decisions: ["approved", "approved"],
  },
  external_checks: {
    from: [{ ...WATCHLIST, deadline_seconds: 3_600 }],
    to: [{ ...WATCHLIST, deadline_seconds: 60 }],
    uploads: [DOCUMENT, SELFIE],
    finish: failAfterTwoMinutes,
    decisions: ["declined", "review"],
    added: ["external_check_overdue"],
    removed: ["external_check_failed"],
  },
  repeat: {
    ...{ from: "review", to: "off" },
    prepare: (edge) => showAs(edge, "somebody-else"),
    uploads: [DOCUMENT, SELFIE],
    decisions: ["review", "approved"],
    removed: ["document_reused"],
  },
  block_list: {
    ...{ from: "review", to: "decline" },
    prepare: (edge) => edge.call("POST", "/v1/lists/block/items", edge.key, PASSPORT),
    uploads: [DOCUMENT, SELFIE],
    decisions: ["review", "declined"],
  },
  document_evidence: {
    ...{ from: ["picture", "chip"], to: ["picture"], beside: { liveness_mode: "challenge" } },
    prepare: trustUtopia,
    uploads: [WEAK_CHIP, CHALLENGE],
    decisions: ["approved", "open"],
  },
  credential: {
    ...{ from: undefined, to: { accept: ["mdl"] } },
    beside: { document_evidence: ["picture", "credential"] },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "approved"],
  },
  chip_min_strength: {
    ...{ from: 80, to: 112, beside: WITH_CHIPS },
    prepare: trustUtopia,
    uploads: [WEAK_CHIP, CHALLENGE],
    decisions: ["approved", "open"],
  },
  contest: {
    ...{ from: "off", to: "on" },
    uploads: [DOCUMENT, SELFIE],
    decisions: ["approved", "approved"],
  },
  purpose: {
    ...{ from: "identity", to: "age" },
    beside: { min_age: 18, on_fraud_suspicious: "decline", expires_in_seconds: 900 },
    uploads: [DOCUMENT, ALIKE],
    decisions: ["review", "open"],
    removed: ["review_band"],
  },
  store_media: {
    ...{ from: "none", to: "evidence" },
    uploads: [DARK, DOCUMENT, SELFIE],
    decisions: ["approved", "approved"],
  },
};

/** Uploads of a verification, with what inference finds in each. */
export async function send(
  edge: CheckEdge,
  { id, token }: { id: string; token: string },
  uploads: readonly Upload[],
) {
  let serial = 0;
  for (const { kind, after = 0, ...found } of uploads) {
    edge.advance(after * 60_000);
    edge.answers.reading = reading(found.reading);
    edge.answers.forensics = forensics(found.forensics);
    edge.answers.frames = [...(found.frames ?? [frame({}, 0.9)])];
    const content = image(++serial);
    if (kind === "document") {
      await edge.upload(`/v1/verifications/${id}/document`, token, { front: content });
    } else if (kind === "chip") {
      await edge.upload(`/v1/verifications/${id}/chip`, edge.key, await weakChip());
    } else if (kind === "selfie") {
      await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: content });
    } else {
      const { body } = await edge.call("POST", "/v1/liveness/challenges", token, {});
      if (body.action === undefined) continue;
      if (found.frames === undefined) {
        const performed = PERFORMED[body.action as keyof typeof PERFORMED];
        edge.answers.frames = [frame({}, null), frame(performed, null)];
      }
      const frames = { image_1: content, image_2: image(100 + serial) };
      const form = { mode: "challenge", challenge_token: body.challenge_token, ...frames };
      await edge.upload("/v1/liveness/check", token, form);
    }
  }
}

/** Registers a person under another reference, whom `KNOWN` shows. */
export async function registerKnown(edge: CheckEdge): Promise<void> {
  edge.answers.faces.image = analysis({ template: templateAt(REGISTERED_AT) });
  await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref: "somebody-else" });
}

/** Registers the face of another person under the reference. */
async function registerAnother(edge: CheckEdge, customer_ref: string): Promise<void> {
  edge.answers.faces.image = analysis({ template: templateAt(120) });
  await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref });
}

const utopia = newCsca("UT");

/** The operator trusts the CSCA of Utopia. */
async function trustUtopia(edge: CheckEdge): Promise<void> {
  const { sha256, certificate } = utopia;
  const { country, subjectKeyId, validFrom, validTo } = readCertificate(certificate);
  const anchor = { sha256, certificate, country, subjectKeyId, validFrom, validTo, signer: null };
  await importAnchors(systemContext(edge.services, edge.services.clock()), {
    ...{ mode: "test", kind: "csca", anchors: [anchor], signedBy: null, sourceSha256: sha256 },
  });
}

async function weakChip() {
  const { sod, dataGroups } = await makeChip({ csca: utopia, mrz: MRZ.lines.join(""), digest: "sha1" });
  const files = [...dataGroups].map(([number, file]) => [`dg${number}`, new Uint8Array(file)] as const);
  return { sod: new Uint8Array(sod), ...Object.fromEntries(files) };
}

/** The passport is shown under another reference. */
async function showAs(edge: CheckEdge, customer_ref: string): Promise<void> {
  const policy = { steps: ["document"] };
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref, policy });
  await send(edge, { id: body.verification.id, token: body.session_token.token }, [DOCUMENT]);
}

/** The sweep runs after two minutes, and the tenant's server answers after it. */
async function failAfterTwoMinutes(edge: CheckEdge, id: string): Promise<void> {
  edge.advance(120_000);
  await decideOverdue(systemContext(edge.services, edge.services.clock()));
  await edge.call("POST", `/v1/verifications/${id}/checks/watchlist`, edge.key, { outcome: "failed" });
}
