import { scrypt } from "node:crypto";
import { type Request, Response } from "miniflare";
import { z } from "zod";
import { COST, type Derivation } from "../../../edge/accounts/hash-queue.ts";

const derivation: z.ZodType<Derivation> = z.object({ password: z.string(), salt: z.string() });

/** Derives a password's key in a thread of this process, since workerd has one for all of its work. */
export async function answerDerivation(request: Request): Promise<Response> {
  const asked = derivation.safeParse(await request.json().catch(() => undefined));
  if (!asked.success) return new Response(null, { status: 400 });
  const { password, salt } = asked.data;
  return new Response((await keyOf(password, salt)).toString("hex"));
}

function keyOf(password: string, salt: string): Promise<Buffer> {
  const { N, r, p, bytes } = COST;
  // Twice what scrypt takes, which Node.js' own limit is just below.
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
