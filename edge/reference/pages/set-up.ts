/** What the examples need: the variables of curl, the SDK's client, and a receiver of events. */
export const SET_UP = {
  /** The page's script puts in the host that serves it. */
  shell: `export SELFSAME_URL=https://selfsame.example
export SELFSAME_KEY=svc_sk_test_…`,

  sdk: `import { readFile } from "node:fs/promises";
import { Selfsame } from "@selfsame/server";
// npm install $SELFSAME_URL/sdk/server.tgz

const selfsame = new Selfsame({
  apiKey: process.env.SELFSAME_KEY,
  baseUrl: process.env.SELFSAME_URL,
});`,

  receiver: `import { webhooks } from "@selfsame/server";

// body: the raw bytes, before JSON is parsed
async function receive(body, headers) {
  const secret = process.env.SELFSAME_WEBHOOK_SECRET;
  // Throws if Selfsame did not sign it: answer 400.
  const event = await webhooks.constructEvent(
    body,
    headers,
    secret,
  );
  const { type, data } = event;
  if (type === "verification.completed") {
    console.log(data.customer_ref, data.decision);
  }
  // Answer 204.
}`,
};
