import { createClient, isSelfsameError, type Upload } from "@selfsame/client";

/** The app's own screens, over the device's camera. */
interface Screens {
  photographDocument(side: "front" | "back", why: string | null): Promise<Upload>;
  photographFace(): Promise<Upload>;
  /** Films the person as they do what the service has drawn. */
  filmAction(action: string): Promise<readonly Upload[]>;
  progress(sent: number): void;
  /** Says that the images are being checked, for two seconds. */
  waiting(): Promise<void>;
}

/** A photo that was rejected, or a verification that changed elsewhere: `next` says what to do now. */
const ASK_AGAIN: readonly unknown[] = [400, 409, 413, 422];

/** Leads a person through a verification; the decision is your server's to read. */
export async function verify(
  baseUrl: string,
  id: string,
  screens: Screens,
  freshToken: () => Promise<string>,
) {
  const client = createClient({ baseUrl, token: freshToken });
  const onProgress = screens.progress;
  for (;;) {
    const { action, outcome } = await client.next(id);
    if (action.type === "wait") {
      await screens.waiting();
      continue;
    }
    if (action.type !== "document" && action.type !== "liveness") return outcome;
    try {
      if (action.type === "document") {
        const front = await screens.photographDocument("front", action.retry_reason);
        const wantsBack = action.sides.includes("back");
        const back = wantsBack ? await screens.photographDocument("back", null) : undefined;
        await client.document(id, { front, ...(back && { back }), source: "camera" }, { onProgress });
      } else if (action.liveness_mode === "passive") {
        await client.liveness({ mode: "passive", frames: [await screens.photographFace()] }, { onProgress });
      } else {
        // A challenge counts wherever a burst does.
        const { challenge_token, action: drawn } = await client.challenge();
        const frames = await screens.filmAction(drawn);
        await client.liveness({ mode: "challenge", frames, challenge_token }, { onProgress });
      }
    } catch (error) {
      if (!isSelfsameError(error) || !ASK_AGAIN.includes(error.status)) throw error;
    }
  }
}
