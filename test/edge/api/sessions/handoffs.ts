import type { CheckEdge } from "#test/harness/edge/check-edge.ts";
import { secretOf } from "#test/harness/edge/test-edge.ts";
import { newDevice } from "./device.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Handoffs of one edge, each as far as a test wants it. */
export function handoffsOf(edge: CheckEdge) {
  /** A verification that a computer has opened by its link. */
  async function atComputer(capture: object = {}) {
    const asked = { customer_ref: "customer-1", capture };
    const { body } = await edge.call("POST", "/v1/verifications", edge.key, asked);
    const id = body.verification.id as string;
    const link = secretOf(body.url);
    const computer = await newDevice(edge);
    const token = (await computer.open(link)).body.session_token as string;
    return { id, link, computer, token };
  }

  const begin = (token: string) => edge.call("POST", "/v1/handoffs", token, {}, { "user-agent": FIREFOX });

  /** A verification at a computer that shows a code. */
  async function shown() {
    const at = await atComputer();
    const { body } = await begin(at.token);
    return { ...at, handoff: body.id as string, code: secretOf(body.url) };
  }

  const read = async (token: string, handoff: string) =>
    (await edge.call("GET", `/v1/handoffs/${handoff}`, token)).body;

  /** A code that a phone has claimed, and the number that the computer shows then. */
  async function claimed(at?: Awaited<ReturnType<typeof shown>>) {
    const from = at ?? (await shown());
    const phone = await newDevice(edge);
    await phone.scan("claim", from.code);
    const { number } = await read(from.token, from.handoff);
    return { ...from, phone, number: number as string };
  }

  /** A verification that a phone has taken over. */
  async function moved(at?: Awaited<ReturnType<typeof shown>>) {
    const from = await claimed(at);
    const { body } = await from.phone.scan("confirm", from.code, { number: from.number });
    return { ...from, phoneToken: body.session_token as string };
  }

  return { atComputer, begin, shown, read, claimed, moved };
}
