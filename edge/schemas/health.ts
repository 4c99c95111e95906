import { z } from "zod";

export const healthAnswer = z.object({ ready: z.literal(true) });
