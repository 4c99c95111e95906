import { createClient, isSelfsameError, type Upload } from "@selfsame/client";

/** The app's own screens, over the device's camera. */
interface Screens {
  photographDocument(side: "front" | "back", why: string | null): Promise<Upload>;
  photographFace(): Promise<Upload>;
  /** Films the person as they do what the service has drawn. */
  filmAction(action: string): Promise<readonly Upload[]>;
  progress(sent: number): void;
}

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
    if (action.type !== "document" && action.type !== "liveness") return outcome;
    try {
      if (action.type === "document") {
        const front = await screens.photographDocument("front", action.retry_reason);
        const wantsBack = action.sides.includes("back");
        const back = wantsBack ? await screens.photographDocument("back", null) : undefined;
        await client.document(id, { front, ...(back && { back }), source: "camera" }, { onProgress });
      } else if (action.liveness_mode === "challenge") {
        const { challenge_token, action: drawn } = await client.challenge();
        const frames = await screens.filmAction(drawn);
        await client.liveness({ mode: "challenge", frames, challenge_token }, { onProgress });
      } else {
        await client.liveness({ mode: "passive", frames: [await screens.photographFace()] }, { onProgress });
      }
    } catch (error) {
      // A picture that is refused is asked for again, with the reason that `next` gives.
      if (!isSelfsameError(error) || error.status === undefined || error.status >= 500) throw error;
      if (error.status === 401 || error.status === 403) throw error;
    }
  }
}
