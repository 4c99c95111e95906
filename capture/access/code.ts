import { type CaptureSession, createCodeClient } from "../../sdk/client/src/index.ts";
import { type Access, HERE, inLanguage } from "./access.ts";
import { provingDevice } from "./device.ts";
import { sessionsOf } from "./link.ts";

const CODE = /^#(svc_hand_(?:test|live)_[0-9A-Z]{26}\d\d[0-9a-f]{32})$/;

/** The code of a handoff in an address's fragment, or null. */
export const codeIn = (fragment: string): string | null => CODE.exec(fragment)?.[1] ?? null;

/**
 * Access by the code that this phone has scanned. It stays in the fragment as a link does, since a reload
 * needs it, and opens nothing before the person has typed the computer's number.
 */
export async function accessFromCode(code: string): Promise<Access> {
  const device = await provingDevice(code);
  const calls = createCodeClient({ ...HERE, code, fetch: device.fetch });
  let isHeld = false;
  let given: CaptureSession | undefined;
  // The first token comes with the number; later ones, as after a reload, by the code.
  const open = () => {
    const session = given;
    given = undefined;
    return session === undefined ? device.prove((proof) => calls.open(proof)) : Promise.resolve(session);
  };
  return {
    ...sessionsOf(open),
    page: async (locale) => device.named(await calls.page(inLanguage(locale))),
    isBegun: async () => true,
    lasts: device.lasts,
    receipt: () => device.receipt((proof) => calls.withdrawal(proof)),
    takeOver: () => {},
    handoff: {
      async claim() {
        if (isHeld) return null;
        const about = await device.prove((proof) => calls.claim(proof));
        isHeld = about.state === "moved";
        return isHeld ? null : about;
      },
      async confirm(number) {
        given = await device.prove((proof) => calls.confirm({ ...proof, number }));
        isHeld = true;
      },
      decline: async () => void (await device.prove((proof) => calls.decline(proof))),
    },
    tell: () => {},
  };
}
