import type { Policy } from "#edge/verification/policy.ts";
import { comparesRegistered } from "#edge/verification/returning.ts";
import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";
import { analysis, templateAt } from "#test/harness/edge/inference-results.ts";
import type { RegistrationOrigin } from "#vocabulary/faces.ts";
import type { Registered } from "../model/commands.ts";
import { portraitAngle } from "./faces.ts";

interface Face extends Registered {
  readonly id: string;
  readonly angle: number;
}

/** The registered face of one person, as a tenant changes it. */
export class RegisteredFace {
  readonly customer: string;
  /** Angles of all faces that were registered, by their registrations. */
  readonly angles = new Map<string, number>();
  /** How each of them was registered. */
  readonly origins = new Map<string, RegistrationOrigin>();
  readonly #edge: CheckEdge;
  readonly #policy: Policy;
  #face: Face | null = null;

  constructor(edge: CheckEdge, policy: Policy) {
    this.#edge = edge;
    this.#policy = policy;
    this.customer = comparesRegistered(policy) ? "returning" : "customer-1";
  }

  /** The registration that counts; null for none, and undefined if the policy compares none. */
  get counts(): string | null | undefined {
    const { match_registered: rule = "off" } = this.#policy;
    if (rule === "off") return undefined;
    return rule === "require" || this.#face?.origin === "approval" ? (this.#face?.id ?? null) : null;
  }

  /** Registers a face in place of the last one; null deletes it. Nothing for a policy that compares none. */
  async set(given: Registered | null): Promise<void> {
    if (this.counts === undefined) return;
    const { key } = this.#edge;
    if (given === null) {
      await this.#edge.call("POST", "/v1/face/registrations/delete", key, { customer_ref: this.customer });
      this.#face = null;
      return;
    }
    const angle = portraitAngle(given.person, 50 + this.angles.size);
    this.#edge.answers.faces.image = analysis({ template: templateAt(angle) });
    const form = { image: image(), customer_ref: this.customer, replace: "true" };
    const id: string = (await this.#edge.upload("/v1/face/registrations", key, form)).body.registration_id;
    // No approval registers a face of the test's choice.
    await this.#edge.client.execute({
      sql: "update face_templates set origin = ? where registration_id = ?",
      args: [given.origin, id],
    });
    this.angles.set(id, angle);
    this.origins.set(id, given.origin);
    this.#face = { ...given, id, angle };
  }
}
