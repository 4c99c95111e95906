import { createClient } from "../../sdk/client/src/index.ts";
import { lineToParent } from "../../sdk/embed/child.ts";
import type { Grant } from "../../sdk/embed/protocol.ts";
import { type Access, HERE, inLanguage } from "./access.ts";

/** Access from the page around this frame; null if none of the parents answers. */
export async function accessFromFrame(parents: readonly string[]): Promise<Access | null> {
  const line = await lineToParent(parents);
  if (line === null) return null;
  line.send({ type: "ready" });
  // The frame is as high as what it shows, so that the page around it has no second bar to scroll by.
  new ResizeObserver(([entry]) => {
    line.send({ type: "resize", height: entry!.borderBoxSize[0]!.blockSize });
  }).observe(document.body);
  let first: Promise<Grant> | undefined;
  // The first token comes with the verification's id, which the first call needs.
  const begin = () => {
    first ??= line.grant("first").catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    return first;
  };
  const client = createClient({
    ...HERE,
    token: async (why) => (await (why === "first" ? begin() : line.grant(why))).token,
  });
  return {
    client,
    page: (locale) => client.page(inLanguage(locale)),
    isBegun: async () => true,
    lasts: true,
    handoff: null,
    // It has no key of its own: the parent page reads the verification by its own credential.
    receipt: async () => null,
    takeOver: () => {},
    verificationId: async () => (await begin()).verificationId,
    async tell(step) {
      if (step === "canceled") line.send({ type: "canceled" });
      else if (step !== "finished") line.send({ type: "step", step });
      else line.send({ type: "finished", verification_id: (await begin()).verificationId });
    },
  };
}
