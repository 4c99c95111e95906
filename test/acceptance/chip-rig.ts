import { randomBytes } from "node:crypto";
import type { PortraitReading, Template } from "#edge/inference/port.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { newHash, shown } from "#test/harness/edge/hashes.ts";
import { face, forensics, frame, MRZ, reading } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";
import type { Identity } from "#test/harness/trust/certificates.ts";
import { type Chip, type ChipOptions, makeChip, newCsca } from "#test/harness/trust/chips.ts";
import { openTrustRig } from "./trust-rig.ts";

/** A policy that accepts chips beside photos. */
export const CHIP = {
  document_evidence: ["picture", "chip"],
  liveness_mode: "challenge",
  document_types: ["passport"],
} as const;

interface Visit {
  readonly id: string;
  readonly token: string;
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body.
  read(): Promise<any>;
}

const hexOf = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const copy = (bytes: Uint8Array) => new Uint8Array(bytes);

/** An edge whose operator trusts a CSCA of Utopia in test mode, and people with passports of it. */
export async function openChipRig(folder: string) {
  const rig = await openTrustRig(folder);
  const csca = newCsca("UT");
  await rig.trust(csca, { kind: "csca" });

  /** A passport of Utopia with the data of `MRZ`, unless the options say otherwise. */
  const passport = (options: ChipOptions = {}): Promise<Chip> =>
    makeChip({ csca, mrz: MRZ.lines.join(""), ...options });

  async function open(policy: object = CHIP, customer = "customer-1", key = rig.key): Promise<Visit> {
    return { ...(await rig.verification(policy, customer, key)), key };
  }

  const filesOf = ({ sod, dataGroups }: Chip, leaveOut: readonly string[] = []) => {
    const files = { sod: copy(sod) } as Record<string, Uint8Array<ArrayBuffer>>;
    for (const [number, file] of dataGroups) files[`dg${number}`] = copy(file);
    for (const name of leaveOut) delete files[name];
    return files;
  };

  const challenge = async (path: string, credential: string) =>
    (await rig.call("POST", path, credential)).body as { chip_challenge_id: string; challenge: string };

  /** The chip's answer to a new challenge of the verification. */
  async function answered(visit: Visit, chip: Chip, credential = visit.token) {
    const made = await challenge(`/v1/verifications/${visit.id}/chip/challenges`, credential);
    return {
      chip_challenge_id: made.chip_challenge_id,
      aa_signature: copy(chip.answer(hexOf(made.challenge))),
    };
  }

  const send = (
    visit: Visit,
    parts: Record<string, string | Uint8Array<ArrayBuffer>>,
    credential = visit.token,
  ) => rig.upload(`/v1/verifications/${visit.id}/chip`, credential, parts);

  /** The files of a chip with its answer to a challenge. By default the tenant's server sends them. */
  async function presents(visit: Visit, chip: Chip, credential = visit.key) {
    return send(visit, { ...filesOf(chip), ...(await answered(visit, chip, credential)) }, credential);
  }

  /** The files of a chip alone. */
  const presentsData = (visit: Visit, chip: Chip, leaveOut?: readonly string[]) =>
    send(visit, filesOf(chip, leaveOut), visit.key);

  /** A challenge that the person performs, with the face of a template. */
  async function showFace(visit: Visit, degrees = 0) {
    const { body } = await rig.call("POST", "/v1/liveness/challenges", visit.token, {});
    const looks = [{}, PERFORMED[body.action as Action]];
    rig.answers.frames = looks.map((look) => frame({ ...look, template: shown(newHash(), degrees) }));
    const form = { mode: "challenge", challenge_token: body.challenge_token as string };
    return rig.upload("/v1/liveness/check", visit.token, { ...form, image_1: image(1), image_2: image(2) });
  }

  /** A photo of the document's data page, by default of the same passport and person. */
  async function photograph(
    visit: Visit,
    changes: Partial<PortraitReading> = {},
    seen: Parameters<typeof forensics>[0] = {},
  ) {
    rig.answers.reading = reading(changes);
    rig.answers.forensics = forensics(seen);
    delete rig.answers.images;
    const front = image(randomBytes(1)[0]);
    return rig.upload(`/v1/verifications/${visit.id}/document`, visit.token, { front });
  }

  const portraitOf = (template: Template) => ({
    ...reading().portrait!,
    face: face({ landmarks: [], template }),
  });

  return {
    ...{ rig, csca, passport, open, filesOf, challenge, answered, send, presents, presentsData },
    ...{ showFace, photograph, portraitOf },
    trust: (of: Identity, mode = "test") => rig.trust(of, { kind: "csca", mode }),
  };
}

export type ChipRig = Awaited<ReturnType<typeof openChipRig>>;

/** The status of a chip's check. */
export const statusIn = (
  chip: { readonly deterministic_checks: readonly { readonly name: string; readonly status: string }[] },
  name: string,
) => chip.deterministic_checks.find((check) => check.name === name)!.status;
