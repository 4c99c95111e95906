import { z } from "zod";
import { type DeploymentSettings, isPublic } from "../platform/deployment.ts";
import type { ObjectNamespace } from "../platform/ports.ts";
import { binding } from "../platform/variables.ts";
import type { PasswordHost } from "./hash-queue.ts";
import type { QueueStub } from "./passwords.ts";

/** The variables of the dashboard's accounts. */
export const accountVariables = {
  /** `open`: anybody may sign up, the default on this machine alone; `closed`: only by invitation. */
  SIGN_UP: z.enum(["open", "closed"]).optional(),
  /** A dashboard session ends after so many hours, however busy it is. */
  DASHBOARD_SESSION_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  /** Absent where the runtime has no Durable Objects: then each process hashes by itself. */
  PASSWORD_QUEUE: binding<ObjectNamespace<QueueStub>>("idFromName", "get").optional(),
  /** For that queue: absent where the Worker's host derives no keys. */
  PASSWORD_HOST: binding<PasswordHost>("fetch").optional(),
};

const schema = z.object(accountVariables);
type AccountSettings = z.output<typeof schema> &
  Pick<DeploymentSettings, "PUBLIC_URL"> & { readonly MAIL_URL?: string | undefined };

/** What is wrong with `SIGN_UP`; null for nothing. A public deployment chooses, and proves addresses. */
export function signUpFault({ SIGN_UP, PUBLIC_URL, MAIL_URL }: AccountSettings): string | null {
  if (!isPublic(PUBLIC_URL)) return null;
  if (SIGN_UP === undefined) return "must be open or closed, since PUBLIC_URL is public";
  if (SIGN_UP === "open" && MAIL_URL === undefined) {
    return "is open, which needs MAIL_URL, MAIL_TOKEN and MAIL_FROM: addresses are proven by mail";
  }
  return null;
}
