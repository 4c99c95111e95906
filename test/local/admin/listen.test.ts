import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkSignature } from "#edge/webhooks/signing.ts";
import { type Listening, listen } from "#local/admin/listen.ts";
import { layout } from "#local/stack/files.ts";
import { loadSecrets } from "#local/stack/secrets.ts";
import { image } from "../../harness/edge/check-edge.ts";
import { useCheckEdge } from "../../harness/edge/use.ts";
import { useFolder } from "../../harness/folder.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

const edge = await useCheckEdge();
const folder = useFolder();
const received: { headers: IncomingMessage["headers"]; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(202).end("noted");
});
let to: string;
beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => void receiver.close());

const scan = async () => (await edge.upload("/v1/ocr/scan", edge.key, { image: image() })).body.ocr_id;

/** Listens while `during` runs; returns the printed lines. */
async function whileListening(more: Partial<Listening>, during: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const ending = new AbortController();
  const scope = edge.tenant.scope("test");
  const listening = listen(
    { db: edge.db, scope, to, types: undefined, secret: undefined, ...more },
    { environment: {}, report: (line) => void lines.push(line), untilStopped: () => ending.signal },
  );
  try {
    await Promise.race([vi.waitFor(() => expect(lines).toHaveLength(2)), listening]);
    await during();
  } finally {
    ending.abort();
  }
  await listening;
  return lines;
}

const arrived = (count: number) =>
  vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 10_000, interval: 50 });

describe("webhooks listen", () => {
  it("sends each new event once, as a delivery would be sent", async () => {
    received.length = 0;
    await scan();
    const lines = await whileListening({}, async () => {
      const ids = [await scan(), await scan(), await scan()];
      await arrived(3);
      expect(received.map(({ body }) => JSON.parse(body).data.ocr_id)).toEqual(ids);
      await scan();
      await arrived(4);
    });
    const secret = /whsec_\w+/.exec(lines[1]!)![0];
    for (const { headers, body } of received) {
      const signature = String(headers["service-webhook-signature"]);
      expect(await checkSignature([secret], signature, body, Date.now())).toMatchObject({
        ok: true,
        isFresh: true,
      });
      expect(headers["service-webhook-id"]).toBe(JSON.parse(body).id);
    }
    expect(lines.slice(2)).toHaveLength(4);
    for (const line of lines.slice(2)) expect(line).toMatch(/^wh_evt_\w+ ocr\.completed → 202$/);
  });

  it("takes no secret that a receiver would not take for one", async () => {
    await expect(whileListening({ secret: "my-own" }, async () => {})).rejects.toMatchObject({
      code: "invalid_parameter",
      message: expect.stringContaining("whsec_"),
    });
  });

  it("treats an empty secret as none", async () => {
    const lines = await whileListening({ secret: "" }, async () => {});
    expect(lines[1]).toMatch(/^Signing secret: whsec_\w+$/);
  });

  it("sends the selected types only, and never shows a given secret", async () => {
    received.length = 0;
    const secret = "whsec_of_my_own";
    const lines = await whileListening({ secret, types: ["fraud.signal_detected"] }, async () => {
      await scan();
      await edge.upload("/v1/fraud/detect", edge.key, { image: image() });
      await arrived(1);
    });
    expect(JSON.parse(received[0]!.body).type).toBe("fraud.signal_detected");
    expect(lines.join()).not.toContain(secret);
  });

  it("continues if the target does not answer, and says so", async () => {
    const lines: string[] = await whileListening({ to: "http://127.0.0.1:9/hook" }, async () => {
      await scan();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    });
    expect(lines[2]).toContain("cannot connect");
  });

  it.each([
    "http://hooks.example.com/",
    "http://10.0.0.7/",
    "http://127.0.0.1.example.com/",
    "ftp://127.0.0.1/",
    "nonsense",
  ])("rejects to send people's data to %s", async (elsewhere) => {
    const words = ["webhooks", "listen", "--tenant", "tn_x", "--mode", "test", "--forward", elsewhere];
    const { code, err } = await adminCommand(words, { SELFSAME_DATA: folder });
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("--forward must be an http or https URL of this machine"),
    ]);
  });

  it("is rejected if no stack runs", async () => {
    await loadSecrets(layout(folder).secrets);
    const words = ["webhooks", "listen", "--tenant", "tn_x", "--mode", "test", "--forward", to];
    const { code, err } = await adminCommand(words, { SELFSAME_DATA: folder });
    expect([code, err]).toEqual([1, expect.stringMatching(/^stack_not_running: /)]);
  });
});
