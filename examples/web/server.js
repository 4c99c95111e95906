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

const routes = {
  "GET /": () => [200, page],
  // Let only signed-in people start: this is where your own session says who it is.
  "POST /token": async () => {
    const user = "user-1";
    if (!verifications.has(user)) {
      const { verification } = await selfsame.verifications.create({ customer_ref: user });
      verifications.set(user, verification.id);
    }
    const verificationId = verifications.get(user);
    const { token } = await selfsame.sessions.create({ verification_id: verificationId });
    return [200, JSON.stringify({ token, verificationId })];
  },
  // The decision comes here, and never from the page.
  "POST /webhook": async (request) => {
    const body = Buffer.concat(await request.toArray());
    const event = await webhooks.constructEvent(body, request.headers, SELFSAME_WEBHOOK_SECRET);
    if (event.type === "verification.completed") console.log(event.data.vf_id, event.data.decision);
    return [204, ""];
  },
};

createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`] ?? (() => [404, ""]);
  const [status, text] = await Promise.resolve(request)
    .then(route)
    .catch(({ code }) => [400, code]);
  response.writeHead(status).end(text);
}).listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
