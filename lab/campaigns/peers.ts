import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client";
import { API } from "../../edge/api/routes.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { createKey } from "../../edge/operations/tenants/keys.ts";
import { createTenant } from "../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../edge/platform/quotas.ts";
import { openDatabase } from "../../edge/store/database.ts";
import { labArguments } from "../arguments.ts";
import { bearer, FORM_TYPE, formOf, padded, send } from "../bench/edge/calls.ts";
import { plainJpeg, type Rig, residentMegabytes, startRig } from "../bench/edge/rig.ts";
import { pick, type Random, seededRandom } from "../material/random.ts";

const HELP = `Usage: npm run lab -- peers [--connections 2000 --seconds 60 --seed N]

Opens connections that drip, stall, half-close and hang up somewhere in a request to each operation of the API, while
another tenant uploads. Ends with 1 when the Worker grows by more than 64 MB, an upload of the other tenant is refused, a
connection is open after every deadline, or a call has left something behind. Takes about two minutes.
`;
const { values: flags } = labArguments("peers", {
  options: {
    connections: { type: "string", default: "2000" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Math.trunc(Math.random() * 2 ** 31)) },
    help: { type: "boolean", default: false },
  },
});

const MOST_MEGABYTES = 64;
/** Time for a body, time in the line for it, draining a rejected one, and closing; in milliseconds. */
const LONGEST_MS = 30_000 + 20_000 + 10_000 + 5_000;
const MANNERS = ["stalls", "drips", "half-closes", "hangs up"] as const;
/** Rows that only calls under way may have. */
const HELD = {
  "idempotency keys": "select count(*) from idempotency_keys where status is null",
  "units of usage": "select count(*) from usage_reservations",
  "unsettled images": "select count(*) from media_objects where state = 'pending'",
} as const;

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const [count, seconds, seed] = [flags.connections, flags.seconds, flags.seed].map(Number);
  console.log(`peers: ${count} connections over ${seconds} s, seed ${seed}`);
  const rig = await startRig();
  try {
    await besiege(rig, count!, seconds!, seededRandom(seed!));
  } finally {
    await rig.close();
  }
}

/** Misbehaves on many connections at once, while another tenant's uploads go on. */
async function besiege(rig: Rig, count: number, seconds: number, random: Random): Promise<void> {
  const image = await plainJpeg();
  const requests = await requestsOf(rig, padded(image, 200_000));
  const upload = uploader(rig.edge.url, await secondKey(rig), image);
  // The Worker allocates its memory for uploads before that is first read.
  for (let i = 0; i < 30; i++) await Promise.all([upload(), upload()]);
  const before = await residentMegabytes(rig.edge.pid);
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMegabytes(rig.edge.pid));
  }, 50);
  let isOver = false;
  const healthy: (string | null)[] = [];
  const lane = async () => {
    for (; !isOver; await sleep(200)) healthy.push(await upload());
  };
  const lanes = [lane(), lane()];
  const peers: Promise<string | null>[] = [];
  for (let i = 0; i < count; i++) {
    // One in twenty sends a whole request: these cost inference, which is not on trial here.
    const share = i % 20 === 0 ? 1 : random();
    peers.push(misbehave(new URL(rig.edge.url), pick(random, requests), share, pick(random, MANNERS)));
    if (i % Math.ceil(count / seconds) === 0) await sleep(1_000);
  }
  const open = (await Promise.all(peers)).filter((each) => each !== null);
  isOver = true;
  await Promise.all(lanes);
  clearInterval(watch);
  const refused = healthy.filter((each) => each !== null);
  const left = await leftBehind(rig);
  const growth = peak - before;
  console.log(`still open  ${open.length} ${open.slice(0, 10).join("; ")}`);
  console.log(
    `healthy     ${healthy.length} uploads, refused ${refused.length} ${refused.slice(0, 5).join("; ")}`,
  );
  console.log(`left        ${JSON.stringify(left)}`);
  console.log(`memory      +${growth.toFixed(0)} MB (at most ${MOST_MEGABYTES})`);
  const isClean = Object.values(left).every((rows) => rows === 0);
  const holds = open.length === 0 && refused.length === 0 && isClean && growth <= MOST_MEGABYTES;
  console.log(holds ? "holds" : "DOES NOT HOLD");
  if (!holds) process.exitCode = 1;
}

interface PeerRequest {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Each operation of the API as it goes over the wire, with and without a credential. */
async function requestsOf({ edge, key }: Rig, image: Uint8Array): Promise<PeerRequest[]> {
  const headers = { ...bearer(key), "content-type": "application/json" };
  const body = Buffer.from('{"customer_ref":"peers"}');
  const { text } = await send(`${edge.url}/v1/verifications`, { method: "POST", headers, body });
  const { id } = JSON.parse(text).verification;
  return API.flatMap(({ routes }) => routes).flatMap(({ method, path, form, json }) => {
    const filled = path.replace(/:id/g, id).replace(/:\w+/g, "none");
    const [type, content] = form
      ? [FORM_TYPE, formOf({}, form.files[0] ?? "image", image)]
      : ["application/json", Buffer.from(JSON.stringify(json?.example ?? {}))];
    const name = `${method.toUpperCase()} ${filled}`;
    return [`Authorization: Bearer ${key}\r\n`, ""].map((credential) => {
      const head = `${name} HTTP/1.1\r\nHost: ${new URL(edge.url).host}\r\nContent-Type: ${type}\r\n${credential}`;
      const length = `Idempotency-Key: ${crypto.randomUUID()}\r\nContent-Length: ${content.length}\r\n\r\n`;
      return { name, bytes: Buffer.concat([Buffer.from(head + length), content]) };
    });
  });
}

/**
 * Sends a share of a request, misbehaves, and waits until the server closes. Null, or the connection that is
 * still open.
 */
function misbehave(
  url: URL,
  { name, bytes }: PeerRequest,
  share: number,
  manner: (typeof MANNERS)[number],
): Promise<string | null> {
  return new Promise((resolve) => {
    let sent = Math.ceil(share * bytes.length);
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
    const drip = setInterval(() => {
      if (manner === "drips" && sent < bytes.length && socket.writable)
        socket.write(bytes.subarray(sent, ++sent));
    }, 1_000);
    const end = (still: string | null) => {
      clearInterval(drip);
      clearTimeout(late);
      socket.destroy();
      resolve(still);
    };
    const late = setTimeout(() => end(`${name}, ${manner} at ${share.toFixed(2)}`), LONGEST_MS);
    // The server's data is read, so that its end is seen. A connection that it resets is closed.
    socket.resume().on("error", () => {});
    for (const event of ["end", "close"]) socket.on(event, () => end(null));
    socket.write(bytes.subarray(0, sent), () => {
      if (manner === "hangs up") socket.destroy();
      if (manner === "half-closes") socket.end();
    });
  });
}

async function secondKey({ databaseUrl, keys }: Rig): Promise<string> {
  const settings = { db: openDatabase(databaseUrl), quotas: localQuotas({}), ...keys };
  const ctx = operatorContext(settings, Date.now());
  const { id: tenantId } = await createTenant(ctx, { name: "Healthy" });
  return (await createKey({ ...ctx, scope: { tenantId, mode: "test" } })).key;
}

/** Uploads of 1, 3 and 5 MB in turn. Null for an answer of 200, else the other answer. */
function uploader(url: string, key: string, image: Uint8Array) {
  const forms = [1, 3, 5].map((megabytes) =>
    formOf({ mode: "passive" }, "image_1", padded(image, megabytes * 1_000_000)),
  );
  const headers = { ...bearer(key), "content-type": FORM_TYPE };
  let next = 0;
  return async (): Promise<string | null> => {
    const body = forms[next++ % forms.length]!;
    const answer = await send(`${url}/v1/liveness/check`, { method: "POST", headers, body }).catch(String);
    if (typeof answer === "string") return answer;
    return answer.status === 200 ? null : `${answer.status} ${answer.text}`;
  };
}

async function leftBehind({ databaseUrl }: Rig): Promise<Record<string, number>> {
  const client = createClient({ url: databaseUrl });
  const left: Record<string, number> = {};
  for (const [what, sql] of Object.entries(HELD))
    left[what] = Number((await client.execute(sql)).rows[0]?.[0]);
  client.close();
  return left;
}

await main();
