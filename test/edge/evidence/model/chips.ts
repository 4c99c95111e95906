import { type Policy, policySchema } from "#edge/verification/policy.ts";
import { pick, type Random } from "#lab/material/random.ts";
import type { DocumentEvidence } from "#vocabulary/signed-evidence.ts";
import type { Call, ChipShown, Command, DocumentName, Person } from "./commands.ts";

/** The chips of a sequence, and the evidence that the policy accepts if a chip may be among it. */
export interface Chips {
  readonly evidence: readonly DocumentEvidence[] | undefined;
  readonly strength: 112 | undefined;
  /** What takes the place of each upload of a document; null: nothing. */
  readonly shown: readonly (ChipShown | null)[];
  /** Whether suspicion of each photo rests on pixels alone. */
  readonly ofPixels: readonly boolean[];
}

/** Whose face each document's chip has. */
export const HOLDER: Readonly<Record<ChipShown["document"], Person>> = { A: "X", B: "Y" };

const MOST = 30;

/** Drawn apart from the sequence, so that it stays the same. */
export function drawChips(random: Random): Chips {
  const evidence = pick(random, [undefined, ["picture"], ["picture", "chip"], ["chip", "picture"], ["chip"]]);
  const often = pick(random, [0, 0, 0.15, 0.5]);
  return {
    evidence: evidence as Chips["evidence"],
    strength: random() < 0.3 ? 112 : undefined,
    shown: Array.from({ length: MOST }, () => (random() < often ? drawChip(random) : null)),
    ofPixels: Array.from({ length: MOST }, () => random() < 0.5),
  };
}

export const drawChip = (random: Random): ChipShown => ({
  document: random() < 0.75 ? "A" : "B",
  isOriginal: random() < 0.6,
  strength: pick(random, [128, 128, 112, 80]),
  ocr: pick(random, ["passed", "passed", "passed", "review", "retry"]),
  fraud: pick(random, ["passed", "passed", "passed", "passed", "capture_quality", "failed"]),
});

/** The policy with this evidence, unless it may not accept it. */
export function withEvidence(
  policy: Policy,
  { evidence, strength }: Pick<Chips, "evidence" | "strength">,
): Policy {
  if (evidence === undefined) return policy;
  const least = evidence.includes("chip") && strength !== undefined ? { chip_min_strength: strength } : {};
  const parsed = policySchema.safeParse({ ...policy, document_evidence: evidence, ...least });
  return parsed.success ? parsed.data : policy;
}

/** The chip's call in place of each upload of a document that it replaces. */
export function withChips(commands: readonly Command[], { shown, ofPixels }: Chips): Command[] {
  let at = 0;
  const changed = (call: Call): Call => {
    if (call.kind !== "document") return call;
    const n = at++;
    const chip = shown[n];
    return chip == null ? { ...call, ofPixels: ofPixels[n] === true } : { ...call, chip };
  };
  return commands.map((command) =>
    command.kind === "calls" ? { ...command, calls: command.calls.map(changed) } : command,
  );
}

/** The MRZ that a document's images show. */
export const zoneOf = (name: DocumentName): string => /^[AB](?=$|,|'|\s)/.exec(name)?.[0] ?? name;
