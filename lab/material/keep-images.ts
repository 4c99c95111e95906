import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ACTIONS } from "../../edge/verdicts/liveness/actions.ts";
import type { Person } from "./person.ts";

/**
 * Saves a person's views for the camera in a folder: card.jpg, selfie.jpg, which is also the neutral frame of
 * every challenge, and for each action ACTION-1.jpg and ACTION-2.jpg, half way and at its end.
 */
export async function keepImages(person: Person, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const keep = (name: string, image: Uint8Array) => writeFile(join(folder, `${name}.jpg`), image);
  await keep("card", person.card);
  await keep("selfie", person.selfie);
  for (const action of ACTIONS) {
    const [, half, whole] = await person.perform(action);
    await keep(`${action}-1`, half!);
    await keep(`${action}-2`, whole!);
  }
}
