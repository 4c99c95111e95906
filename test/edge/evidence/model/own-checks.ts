import type { Policy } from "#edge/verification/policy.ts";
import type { PartName } from "#edge/verification/types.ts";
import { pick, type Random } from "#lab/material/random.ts";
import { CHECK_OUTCOMES, type CheckOutcome, type CheckStatus } from "#vocabulary/own-checks.ts";

/** How the tenant knows a document: the ground truth. `unread`: its number cannot be read. */
const KNOWN_AS = ["new", "reused", "blocked", "unread"] as const;
export type KnownAs = (typeof KNOWN_AS)[number];

/** An answer of the tenant's server, or the sweep at the next deadline. */
export type Move =
  | { readonly kind: "answer"; readonly name: string; readonly outcome: CheckOutcome }
  | { readonly kind: "deadline" };

/** What the tenant adds to a sequence: rules of its own, what it knows, and what its server does. */
export interface OwnChecks {
  readonly policy: Partial<Pick<Policy, "external_checks" | "repeat" | "block_list">>;
  /** Of the documents in their order; later ones are new. */
  readonly known: readonly KnownAs[];
  /** One before each command. */
  readonly moves: readonly Move[];
}

const NO_OWN_CHECKS: OwnChecks = { policy: {}, known: [], moves: [] };

const check = (name: string, deadline_seconds: number, on_deadline: "review" | "decline") => ({
  ...{ name, deadline_seconds, on_deadline, fields: [] },
});
const POLICIES: readonly OwnChecks["policy"][] = [
  { external_checks: [check("a", 60, "review")] },
  { external_checks: [check("a", 60, "decline"), check("b", 120, "review")] },
  { repeat: "review" },
  { repeat: "decline", block_list: "review" },
  { repeat: "review", block_list: "decline", external_checks: [check("a", 60, "review")] },
];
const NAMES = ["a", "a", "b", "other"];
const MOST_MOVES = 8;

/** The own checks of a sequence; none for two of three. */
export function drawOwnChecks(random: Random): OwnChecks {
  if (random() < 0.66) return NO_OWN_CHECKS;
  return {
    policy: pick(random, POLICIES),
    known: Array.from({ length: 3 }, () => (random() < 0.7 ? "new" : pick(random, KNOWN_AS))),
    moves: Array.from({ length: Math.floor(random() * (MOST_MOVES + 1)) }, () =>
      random() < 0.2
        ? { kind: "deadline" }
        : {
            ...{ kind: "answer", name: pick(random, NAMES) },
            outcome: random() < 0.6 ? "passed" : pick(random, CHECK_OUTCOMES),
          },
    ),
  };
}

/** The policy of a sequence with these own checks. A policy without a document knows none. */
export function withOwnChecks(policy: Policy, { policy: own }: OwnChecks): Policy {
  if (policy.purpose === "age") return policy;
  const { repeat, ...rest } = own;
  return policy.steps.includes("document") ? { ...policy, ...own } : { ...policy, ...rest };
}

/** The parts of the document step that the policy does not ask for. */
export const isUnasked = (part: PartName, { repeat, block_list }: Policy): boolean =>
  (part === "repeat" && (repeat ?? "off") === "off") ||
  (part === "listed" && (block_list ?? "off") === "off");

/** Whether a document is found by the part, and what the policy then says. */
export const KNOWN_BY = {
  repeat: { found: "reused", rule: (policy: Policy) => policy.repeat },
  listed: { found: "blocked", rule: (policy: Policy) => policy.block_list },
} as const satisfies Partial<Record<PartName, object>>;

/** The external checks of a policy after what was done to them (contract §3.13). */
export class ExpectedChecks {
  readonly #policy: Policy;
  readonly #statuses = new Map<string, CheckStatus>();
  #isRequested = false;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** Whether captures are rejected: the checks were asked about those that count. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** A check that was not requested is open. */
  get statuses(): readonly CheckStatus[] {
    return [...this.#asked].map(({ name }) => this.#statuses.get(name) ?? "pending");
  }

  get #asked() {
    return this.#policy.external_checks ?? [];
  }

  /** Names of the checks that wait for an answer. */
  get awaited(): readonly string[] {
    if (!this.#isRequested) return [];
    return this.#asked.map(({ name }) => name).filter((name) => !this.#statuses.has(name));
  }

  request(): void {
    this.#isRequested = this.#asked.length > 0;
  }

  /** The code of the rejection of an answer; null if it must be taken. */
  refusalOf(name: string, isOpen: boolean): string | null {
    if (!this.#asked.some((each) => each.name === name)) return "not_found";
    return isOpen && this.awaited.includes(name) ? null : "verification_not_open";
  }

  answer(name: string, outcome: CheckOutcome): void {
    this.#statuses.set(name, outcome);
  }

  /** The earliest deadline of the awaited checks passes. */
  passDeadline(): void {
    const awaited = this.#asked.filter(({ name }) => this.awaited.includes(name));
    const first = Math.min(...awaited.map(({ deadline_seconds }) => deadline_seconds));
    for (const { name, deadline_seconds, on_deadline } of awaited) {
      if (deadline_seconds === first)
        this.#statuses.set(name, on_deadline === "review" ? "review" : "failed");
    }
  }
}
