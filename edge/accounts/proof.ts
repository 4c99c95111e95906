import { isPublic } from "../platform/deployment.ts";
import type { Mailer } from "../platform/mail.ts";

/**
 * How an invitation reaches whom it is for. `mail`: by mail alone, so that who accepts has proven the
 * address. `page`: the inviter passes the link on, on a machine of one's own. `operator`: a public deployment
 * without mail cannot prove an address, so the operator vouches for it.
 */
export function invitationsGoBy(mailer: Mailer | null, publicUrl: string): "mail" | "page" | "operator" {
  if (mailer?.reachesAddress) return "mail";
  return isPublic(publicUrl) ? "operator" : "page";
}
