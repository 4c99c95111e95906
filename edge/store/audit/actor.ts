/** The originator of a change. `address` is the IP address of the request; null when unknown. */
export type Actor =
  | { readonly kind: "key"; readonly keyId: string; readonly address: string | null }
  | {
      readonly kind: "token";
      readonly jti: string;
      /** Thumbprint of the key of the device that has it; null where a secret key minted it. */
      readonly device: string | null;
      readonly address: string | null;
    }
  | { readonly kind: "staff"; readonly userId: string; readonly address: string | null }
  | { readonly kind: "visitor"; readonly address: string | null }
  | { readonly kind: "operator" }
  | { readonly kind: "system" };

/** The person who runs the operator's commands. */
export const OPERATOR: Actor = { kind: "operator" };

/** The service itself, acting on a setting or a limit. */
export const SYSTEM: Actor = { kind: "system" };

/** An actor as the audit log names it. The texts are part of every entry's hash, so they never change. */
export function describeActor(actor: Actor): { readonly id: string; readonly address: string | null } {
  switch (actor.kind) {
    case "key":
      return { id: actor.keyId, address: actor.address };
    case "token":
      return { id: actor.jti, address: actor.address };
    case "staff":
      return { id: actor.userId, address: actor.address };
    case "visitor":
      return { id: actor.kind, address: actor.address };
    case "operator":
    case "system":
      return { id: actor.kind, address: null };
  }
}
