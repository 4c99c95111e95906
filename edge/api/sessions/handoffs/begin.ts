import type { ShownHandoff } from "../../../auth/handoff-code.ts";
import { requireToken } from "../../../auth/scopes.ts";
import { callerDevice } from "../../../http/caller/device.ts";
import type { AppContext } from "../../../http/context.ts";
import { beginHandoff } from "../../../operations/handoffs/begin.ts";
import { recorded } from "../../call/recorded.ts";
import { renderHandoff } from "./read.ts";

/** POST /v1/handoffs: a code for the phone on which the person goes on. */
export const begin = recorded(beginHandoff, {
  input: (c: AppContext) => {
    const { verification, device } = requireToken(c.var.principal);
    return { verification, device, computer: callerDevice(c) };
  },
  answer: (shown: ShownHandoff, c) => ({
    status: 201,
    body: renderHandoff(c, shown),
    subject: requireToken(c.var.principal).verification,
  }),
});
