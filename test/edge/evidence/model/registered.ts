import type { Policy } from "#edge/verification/policy.ts";
import type * as returning from "#edge/verification/returning.ts";
import type { Verification } from "#edge/verification/types.ts";
import type { Registered, Sequence } from "./commands.ts";
import type { Judge } from "./judge.ts";

/** The rules on people who come back. */
export type ReturningRules = Pick<typeof returning, "comparesRegistered" | "countsAs" | "registers">;

/** The face that is registered under a verification's reference. */
export class RegisteredFace {
  readonly #rules: ReturningRules;
  readonly #policy: Policy;
  #face: (Registered & { readonly id: string }) | null = null;

  constructor(rules: ReturningRules, policy: Policy) {
    this.#rules = rules;
    this.#policy = policy;
  }

  /** Another face is registered in place of the last one, or none any more. */
  set(face: Registered | null, id: string): void {
    this.#face = face === null ? null : { ...face, id };
  }

  get origin() {
    return this.#face?.origin;
  }

  /** The registration that must be compared, by the contract; undefined if the policy compares none. */
  get must(): string | null | undefined {
    const { match_registered: rule = "off" } = this.#policy;
    if (rule === "off") return undefined;
    return rule === "require" || this.#face?.origin === "approval" ? (this.#face?.id ?? null) : null;
  }

  /** The face that counts by the rules, as the service reads it with each call. */
  get compared() {
    const face = this.#face;
    return face !== null && this.#rules.countsAs(face.origin, this.#policy) ? face : null;
  }
}

/** The fault of whether a verification registers its selfie, with another face registered and without. */
export function faultOfRegistering(rules: ReturningRules, judge: Judge, shown: Verification): string | null {
  const purposes = shown.consent?.withdrawnAt === null ? (shown.consent.purposes ?? []) : null;
  for (const isRegistered of [true, false]) {
    const fault = judge.registers(rules.registers(shown, isRegistered), { purposes, isRegistered });
    if (fault !== null) return fault;
  }
  return null;
}

/** A record of consent to these purposes; null: to all of them, and withdrawn. */
export const consentTo = (purposes: Sequence["purposes"], at: number): Verification["consent"] => ({
  ...{ version: "1", sha256: "", locale: "en", givenAt: at },
  purposes: purposes ?? ["verify", "return"],
  withdrawnAt: purposes === null ? at : null,
});
