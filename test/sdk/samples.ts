// Modules that the tests write into a folder with an installed package.

/** A tenant's program with the server package, which its types must allow. */
export const USE = `
import { isSelfsameError, Selfsame, webhooks, type Verification } from "@selfsame/server";
const selfsame = new Selfsame({ apiKey: "", baseUrl: "" });
const verification: Promise<Verification> = selfsame.verifications.retrieve("vf_1");
verification.catch((error: unknown) => {
  if (!isSelfsameError(error)) throw error;
  if (error.code === "rate_limited") { const status: 429 = error.status; const id: string = error.requestId; void [status, id]; }
  if (error.code === "aborted") { const status: undefined = error.status; void status; }
});
for await (const each of selfsame.events.list()) if (each.type === "ocr.completed") { const id: string | undefined = each.data?.ocr_id; void id; }
const event = await webhooks.constructEvent("", {}, ["whsec_"]);
switch (event.type) {
  case "verification.completed": { const id: string = event.data.vf_id; void id; break; }
  case "liveness.check.completed": { const live: boolean = event.data.is_live; void live; break; }
}
await selfsame.ocr.scan({ image: new Uint8Array(1) }, { idempotencyKey: "a" });
`;

export const USE_WITH_DOM = `
new Selfsame({ apiKey: "", baseUrl: "", fetch });
await selfsame.ocr.scan({ image: new File([], "a") }, { signal: AbortSignal.timeout(1) });
await selfsame.liveness.check({ mode: "passive", frames: [new Blob()] });
await webhooks.constructEvent(new ArrayBuffer(1), new Headers(), "whsec_");
`;

/** Calls the functions of the example; prints the parts that are equal in every run. */
export const MAIN = `
import { readFileSync } from "node:fs";
import { decisionOf, receive, start } from "./example.mjs";
const { body, headers } = JSON.parse(readFileSync(new URL("delivery.json", import.meta.url), "utf8"));
const { id, token } = await start("user-1");
const deliver = (text) => receive(new Request("http://localhost", { method: "POST", body: text, headers }));
const { status } = await deliver(body);
console.log(id.slice(0, 3), token.slice(0, 13), await decisionOf(id), await decisionOf("vf_0"), status);
await deliver(body + " ").catch(({ code }) => console.log(code));
`;

/** A tenant's own Worker. */
export const WORKER = `
import { Selfsame, webhooks } from "./node_modules/@selfsame/server/dist/index.js";
export default {
  async fetch(request, env) {
    const { type } = await webhooks.constructEvent(await request.arrayBuffer(), request.headers, env.SELFSAME_WEBHOOK_SECRET);
    const selfsame = new Selfsame({ apiKey: env.SELFSAME_KEY, baseUrl: env.SELFSAME_URL });
    const { verification, session_token } = await selfsame.verifications.create({ customer_ref: "user-2" });
    const found = await selfsame.verifications.list({ customer_ref: "user-2" }).all({ limit: 100 });
    if (found[0]?.id !== verification.id) throw new Error("the list lacks it");
    const { code, param } = await selfsame.ocr.scan({ customer_ref: "a" }).catch((error) => error);
    return new Response([verification.id.slice(0, 3), session_token.token.slice(0, 13), type, code, param].join(" "));
  },
};
`;

export const USE_OF_CLIENT = `
import { createClient, isSelfsameError } from "@selfsame/client";
const client = createClient({ baseUrl: "", token: async (why) => (why === "first" ? "a" : "b") });
const { needs_back } = await client.document("vf_1", { front: new Uint8Array(1) });
const hidden: boolean = needs_back;
export { hidden, isSelfsameError };
`;
