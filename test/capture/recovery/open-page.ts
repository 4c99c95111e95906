import type { Event } from "#capture/machine/messages.ts";
import type { State } from "#capture/machine/state.ts";

/** A page that a test drives. */
export interface OpenPage {
  state(): State;
  dispatch(event: Event): void;
  /** Ends the page as a reload or the system does: its state is lost, its requests continue. */
  close(): void;
}

/** Compiled with the DOM's types, which this side lacks: TypeScript may not see the import. */
const PAGE = new URL("page/page.ts", import.meta.url).href;

/** Opens the page at a link. */
export async function openPage(secret: string): Promise<OpenPage> {
  const page: { openPage: typeof openPage } = await import(PAGE);
  return page.openPage(secret);
}
