import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Selfsame, webhooks } from "@selfsame/server";

const { SELFSAME_URL, SELFSAME_TENANT, SELFSAME_KEY, SELFSAME_WEBHOOK_SECRET, PORT = "3000" } = process.env;
const selfsame = new Selfsame({ apiKey: SELFSAME_KEY, baseUrl: SELFSAME_URL });
const page = (await readFile(new URL("page.html", import.meta.url), "utf8"))
  .replaceAll("SELFSAME_URL", SELFSAME_URL)
  .replaceAll("SELFSAME_TENANT", SELFSAME_TENANT);

/** The verification of each of your users; keep it in your database. */
const verifications = new Map();

/** A grant for the user's open verification. If it has ended, the user gets a new one. */
async function grantFor(user) {
  if (!verifications.has(user)) {
    const { verification } = await selfsame.verifications.create({ customer_ref: user });
    verifications.set(user, verification.id);
  }
  const verificationId = verifications.get(user);
  try {
    const { token } = await selfsame.sessions.create({ verification_id: verificationId });
    return { token, verificationId };
  } catch (error) {
    if (error.code !== "verification_not_open") throw error;
    verifications.delete(user);
    return grantFor(user);
  }
}

const DECIDED = ["verification.completed", "verification.reviewed"];

const routes = {
  "GET /": () => [200, page],
  // Let only signed-in people start: this is where your own session says who it is.
  "POST /token": async () => [200, JSON.stringify(await grantFor("user-1"))],
  // The decision comes here, and never from the page.
  "POST /webhooks/selfsame": async (request) => {
    const body = Buffer.concat(await request.toArray());
    const event = await webhooks.constructEvent(body, request.headers, SELFSAME_WEBHOOK_SECRET);
    if (DECIDED.includes(event.type)) console.log(event.data.vf_id, event.data.decision);
    return [204, ""];
  },
};

/** A request that Selfsame did not sign gets 400. Any other error is this server's own. */
const failure = (error) => {
  console.error(error);
  return [error.code?.startsWith("webhook_") ? 400 : 500, ""];
};

createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`] ?? (() => [404, ""]);
  const [status, text] = await Promise.resolve(request).then(route).catch(failure);
  response.writeHead(status).end(text);
}).listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
