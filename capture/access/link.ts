import { type CaptureSession, createClient, createLinkClient } from "../../sdk/client/src/index.ts";
import { type Access, HERE, inLanguage } from "./access.ts";
import { provingDevice } from "./device.ts";

const SECRET = /^#(svc_link_(?:test|live)_[0-9A-Za-z]{49})$/;

/** The link's secret in an address's fragment, or null. */
export const secretIn = (fragment: string): string | null => SECRET.exec(fragment)?.[1] ?? null;

/**
 * Access by a link. The secret stays in the fragment, which no server sees: a reload needs it, and it must
 * not be stored. The device is bound by its key when the first token is requested, so not before the person
 * has agreed.
 */
export async function accessFromLink(secret: string): Promise<Access> {
  const device = await provingDevice(secret);
  const link = createLinkClient({ ...HERE, link: secret, fetch: device.fetch });
  let takesOver = false;
  const open = () =>
    device.prove(async (proof) => {
      const session = await link.open({ ...proof, ...(takesOver && { take_over: true }) });
      takesOver = false;
      return session;
    });
  const sessions = sessionsOf(open);
  return {
    ...sessions,
    page: async (locale) => device.named(await link.page(inLanguage(locale))),
    isBegun: device.isKnown,
    lasts: device.lasts,
    handoff: null,
    receipt: () => device.receipt((proof) => link.withdrawal(proof)),
    takeOver: () => {
      takesOver = true;
    },
    tell: () => {},
  };
}

/** The client whose tokens `open` fetches. Each of its calls also sets the verification. */
export function sessionsOf(open: () => Promise<CaptureSession>) {
  let first: Promise<CaptureSession> | undefined;
  const begin = () => {
    first ??= open().catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    return first;
  };
  const client = createClient({
    ...HERE,
    token: async (why) => (await (why === "first" ? begin() : open())).session_token,
  });
  return { client, verificationId: async () => (await begin()).verification_id };
}
