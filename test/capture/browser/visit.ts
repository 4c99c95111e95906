import type { FrameLocator, Page } from "playwright-core";
import sharp from "sharp";
import { ACTIONS } from "#edge/verdicts/liveness/actions.ts";
import type { Person } from "#lab/material/person.ts";
import type { Scene } from "./film.ts";

/** The page itself waits 90 s for an answer before it says that something is wrong. */
const PATIENCE_MS = 100_000;

/** On a computer the phone is offered first, and this button says which camera it opens. */
export const OPEN_CAMERA = /^(Open the camera|Use this computer's camera)$/;

type Action = Parameters<Person["perform"]>[0];

/** The page's timing is fixed, so each movement is drawn before the page asks for one of them. */
export async function rehearsed(person: Person): Promise<Person> {
  const frames = new Map<Action, Awaited<ReturnType<Person["perform"]>>>();
  for (const action of ACTIONS) frames.set(action, await person.perform(action));
  return { ...person, perform: async (action) => frames.get(action)! };
}

const emptyTable = () =>
  sharp({ create: { width: 160, height: 120, channels: 3, background: "#6e5a46" } })
    .png()
    .toBuffer();

/** The person in front of the camera. */
type Performer = Pick<Person, "selfie" | "perform">;

interface Found {
  first(): Found;
  click(): Promise<void>;
  waitFor(options?: { timeout?: number }): Promise<void>;
  getAttribute(name: string): Promise<string | null>;
  textContent(): Promise<string | null>;
}

/** The part of a page that the simulated person uses. */
export interface Place {
  getByRole(
    role: "button" | "checkbox",
    options?: { name?: string | RegExp },
  ): { click(): Promise<void>; check(): Promise<void>; uncheck(): Promise<void> };
  getByText(text: string): Found;
  locator(selector: string): Found;
}

interface How {
  /** How the document's photo is taken. Default: by itself. */
  readonly shutter?: "itself" | "press";
  /** Called while a screen with the camera is shown. */
  readonly onShown?: ((name: string) => Promise<void>) | undefined;
}

/** A simulated person: presses the page's buttons, and performs its requests in front of the camera. */
export class Visit<P extends Place = FrameLocator | Page> {
  /** Where the capture page is: in a tenant's frame, or the whole window. */
  readonly place: P;
  /** The actions that the server selected, in order. */
  readonly actions: Action[] = [];
  readonly #scene: Scene;

  constructor(place: P, scene: Scene) {
    this.#scene = scene;
    this.place = place;
  }

  press(name: string | RegExp): Promise<void> {
    return this.place.getByRole("button", { name }).click();
  }

  /** Opens the other ways on. */
  help(): Promise<void> {
    return this.place.getByText("Need help?").first().click();
  }

  /** Waits until one of these screens is shown, and returns its name. */
  async screen(...names: readonly string[]): Promise<string> {
    const any = names.map((name) => `main[data-screen="${name}"]`).join(",");
    const shown = this.place.locator(any);
    await shown.waitFor({ timeout: PATIENCE_MS });
    return (await shown.getAttribute("data-screen")) ?? "";
  }

  async consent(): Promise<void> {
    await this.screen("consent");
    await this.place.getByRole("checkbox").check();
    await this.press("Agree and continue");
  }

  /** Photographs one side of the document, and keeps the photo. */
  async photograph(photo: Uint8Array, { shutter = "itself", onShown }: How = {}): Promise<void> {
    await this.screen("camera_primer");
    // A table alone takes no photo, so that there is time to say that one prefers to press.
    await this.#scene.show(shutter === "press" ? await emptyTable() : photo);
    await this.press(OPEN_CAMERA);
    if (shutter === "press") {
      await this.screen("document_capture");
      await this.help();
      await this.place.getByRole("checkbox").uncheck();
      await this.#scene.show(photo);
      await this.place.getByText("Good. Take the photo").first().waitFor();
      await this.press("Take the photo");
    }
    await this.screen("look");
    await onShown?.("look");
    await this.press("Yes, use this photo");
  }

  /** Looks into the camera, and performs the server's actions, if any. */
  async showFace(person: Performer, { onShown }: Pick<How, "onShown"> = {}): Promise<void> {
    await this.screen("selfie_primer");
    await this.#scene.show(person.selfie);
    await this.press(OPEN_CAMERA);
    await this.screen("challenge");
    await this.act(person, { onShown });
  }

  /** Performs the requested action in front of the open camera; none if the page has moved on or failed. */
  async act(person: Performer, { onShown }: Pick<How, "onShown"> = {}): Promise<void> {
    // The page's timing is fixed: all frames are drawn before it starts.
    for (const action of ACTIONS) {
      for (const photo of await person.perform(action)) await this.#scene.prepare(photo);
    }
    await this.press("I am ready");
    const acts = this.place.locator('main[data-phase="acting"], main:not([data-screen="challenge"])');
    await acts.first().waitFor();
    const action = (await acts.first().getAttribute("data-action")) as Action | null;
    if (action === null) return;
    this.actions.push(action);
    const [, half, whole] = await person.perform(action);
    await this.place.locator('main[data-stage="act"]').waitFor();
    await this.#scene.show(half!);
    await onShown?.(action);
    await this.place.locator('main[data-stage="further"]').waitFor();
    await this.#scene.show(whole!);
  }
}
