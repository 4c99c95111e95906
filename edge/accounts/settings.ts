import { z } from "zod";

/** Who comes to the dashboard. */
export const accountVariables = {
  /** Whether anybody may sign up; closed: by invitation alone. */
  SIGN_UP: z.enum(["open", "closed"]).default("open"),
};
