import { z } from "zod";

/** The variables of the dashboard's accounts. */
export const accountVariables = {
  /** `open`: anybody may sign up; `closed`: only by invitation. */
  SIGN_UP: z.enum(["open", "closed"]).default("open"),
};
