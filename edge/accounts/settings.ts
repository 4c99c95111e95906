import { z } from "zod";
import { type DeploymentSettings, isPublic } from "../platform/deployment.ts";
import type { ObjectNamespace } from "../platform/ports.ts";
import { binding } from "../platform/variables.ts";
import type { PasswordHost } from "./hash-queue.ts";
import type { QueueStub } from "./passwords.ts";

/** The variables of the dashboard's accounts. */
export const accountVariables = {
  /** `open`: anyone may sign up (the default of a local stack); `closed`: only by invitation. */
  SIGN_UP: z.enum(["open", "closed"]).optional(),
  /** Maximum age of a dashboard session in hours, regardless of activity. */
  DASHBOARD_SESSION_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  /** Absent if the runtime has no Durable Objects: then each process hashes by itself. */
  PASSWORD_QUEUE: binding<ObjectNamespace<QueueStub>>("idFromName", "get").optional(),
  /** For the shared queue. Absent if the Worker's host derives no keys. */
  PASSWORD_HOST: binding<PasswordHost>("fetch").optional(),
};

const schema = z.object(accountVariables);
type AccountSettings = z.output<typeof schema> &
  Pick<DeploymentSettings, "PUBLIC_URL"> & { readonly MAIL_URL?: string | undefined };

/** Why `SIGN_UP` is invalid, or null. A public deployment must set it, and prove addresses if it is open. */
export function signUpFault({ SIGN_UP, PUBLIC_URL, MAIL_URL }: AccountSettings): string | null {
  if (!isPublic(PUBLIC_URL)) return null;
  if (SIGN_UP === undefined) return "must be open or closed, since PUBLIC_URL is public";
  if (SIGN_UP === "open" && MAIL_URL === undefined) {
    return "is open, which needs MAIL_URL, MAIL_TOKEN and MAIL_FROM: addresses are proven by mail";
  }
  return null;
}
