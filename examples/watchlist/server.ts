import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { Selfsame, webhooks } from "@selfsame/server";
import { type Entry, LISTS } from "./lists.ts";
import { answerFor } from "./match.ts";

const { SELFSAME_URL, SELFSAME_KEY = "", SELFSAME_WEBHOOK_SECRET = "", LISTS_FOLDER = "." } = process.env;
const selfsame = new Selfsame({ apiKey: SELFSAME_KEY, baseUrl: SELFSAME_URL ?? "" });

/** Every list must be there: a missing one would find nothing, and say so of everybody. */
const entries = (
  await Promise.all(
    Object.entries(LISTS).map(async ([file, read]): Promise<Entry[]> => {
      const found = read(await readFile(`${LISTS_FOLDER}/${file}`, "utf8"));
      if (found.length === 0) throw new Error(`${file} has no person: is it the right file?`);
      console.log(`${file}: ${found.length} people`);
      return found;
    }),
  )
).flat();

async function receive(request: IncomingMessage): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const event = await webhooks.constructEvent(body, request.headers, SELFSAME_WEBHOOK_SECRET);
  if (event.type !== "verification.check_requested" || event.data?.check !== "watchlist") return;
  const { vf_id, check, fields } = event.data;
  const person = { name: fields.full_name?.value ?? null, born: fields.date_of_birth?.value ?? null };
  await selfsame.verifications.answerCheck(vf_id, check, answerFor(person, entries));
}

createServer(async (request, response) => {
  // An event that is sent twice, or too late, has nothing left to answer.
  const status = await receive(request).then(
    () => 204,
    ({ code }) => (code === "verification_not_open" ? 204 : 400),
  );
  response.writeHead(status).end();
}).listen(Number(process.env.PORT ?? 3001), "127.0.0.1", () => console.log("listening"));
