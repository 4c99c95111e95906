import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, isUnmet, type Statement } from "../../store/batch.ts";
import {
  findRegistration,
  ifActive,
  isActive,
  type RegistrationRow,
} from "../../store/results/face-templates.ts";
import { testReference } from "../../verdicts/test-references/table.ts";
import type { Policy } from "../../verification/policy.ts";
import { asksToRegister, comparesRegistered, countsAs } from "../../verification/returning.ts";
import type { Verification } from "../../verification/types.ts";
import type { ScopeContext } from "../commit/context.ts";
import { changeVerification } from "../verification-write.ts";
import { registrationNotFound } from "./registered-face.ts";

/** A person's registration at one moment, for a verification of theirs. */
export interface Present {
  /** The active registration; null without one, and for a policy that does not use it. */
  readonly active: RegistrationRow | null;
  /** The registration that is compared; null if none counts under the policy. */
  readonly compared: RegistrationRow | null;
  /** Roll the batch back if the active registration is another one by then. Empty if it is not used. */
  readonly guard: readonly Statement[];
  /** Whether a test reference fixes the outcome: the specimen stands in for the registered face. */
  readonly isSpecimen: boolean;
}

type Whose = Pick<Verification, "customerRef" | "policy">;

/** Reads the person's registration, if the policy uses it. */
async function readPresent(db: Database, scope: Scope, { customerRef, policy }: Whose): Promise<Present> {
  const isSpecimen = isSpecimenOf(scope, customerRef);
  const isUsed = (comparesRegistered(policy) || asksToRegister(policy)) && !isSpecimen;
  if (!isUsed) return { active: null, compared: null, guard: [], isSpecimen };
  const row = await findRegistration(db, scope, customerRef);
  const active = isActive(row) ? row : null;
  const compared = active !== null && countsAs(active.origin, policy) ? active : null;
  const guard = [ifActive(db, scope, customerRef, active?.registrationId ?? null)];
  return { active, compared, guard, isSpecimen };
}

/** A test reference's specimen, which is the face of no person, is never registered. */
const isSpecimenOf = ({ mode }: Scope, customerRef: string) =>
  (testReference(mode, customerRef)?.outcome ?? null) !== null;

/**
 * Throws 404 `registration_not_found` for a new verification that compares a registered face while none
 * counts: the person would work in vain. A test reference needs none.
 */
export async function requireRegistration(
  { services, scope }: ScopeContext,
  whose: { readonly customerRef: string; readonly policy: Policy },
): Promise<void> {
  if (!comparesRegistered(whose.policy)) return;
  const { active, compared, isSpecimen } = await readPresent(services.db, scope, whose);
  if (compared !== null || isSpecimen) return;
  throw active === null ? registrationNotFound() : uploaded();
}

const uploaded = () =>
  new ApiError(
    "registration_not_found",
    "The face of this customer_ref was registered by an upload. approval_only needs one from an approval.",
  );

/** After so many changes of one registration during one call, its error is thrown. */
const MAX_TRIES = 5;

/**
 * Writes a change of a verification that rests on the person's registration. If another call changes the
 * registration meanwhile, the batch is rolled back, and the change is judged again with the newer one.
 */
export async function withPresentRegistration<Outcome>(
  { services, scope }: ScopeContext,
  verification: Verification,
  write: (present: Present) => Promise<Outcome>,
): Promise<Outcome> {
  const read = () => readPresent(services.db, scope, verification);
  let present = await read();
  for (let tries = 1; ; tries++) {
    try {
      return await write(present);
    } catch (error) {
      if (!isUnmet(error) || tries === MAX_TRIES) throw error;
      const before = present.active?.registrationId;
      present = await read();
      // Another condition of the batch did not hold.
      if (present.active?.registrationId === before) throw error;
    }
  }
}

/**
 * Writes a change of a verification, on its newest state and the person's present registration: see
 * `changeVerification` and `withPresentRegistration`.
 */
export const changeWithRegistration = <Outcome>(
  ctx: ScopeContext,
  verification: Verification,
  decide: (current: Verification, present: Present) => Promise<Outcome>,
): Promise<Outcome> =>
  changeVerification(ctx, verification, (current) =>
    withPresentRegistration(ctx, current, (present) => decide(current, present)),
  );
