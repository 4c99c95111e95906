import type { Place, Visit } from "../../../../test/capture/browser/visit.ts";

/** What left a page, and what it said aloud. */
export interface Seen {
  /** Everything that others could read: addresses, the console, storage. */
  readonly open: readonly string[];
  /** What the console said, and errors that nobody caught. */
  readonly said: readonly string[];
  /** Secrets that the page was told. */
  readonly secrets: readonly string[];
  readonly bytesUp: number;
}

/** A window with a profile of its own. */
export interface Window {
  readonly visit: Visit<Place>;
  goto(url: string): Promise<void>;
  seen(): Promise<Seen>;
  close(): Promise<void>;
}

/** A browser before a camera whose picture is ours. */
export interface WalkBrowser {
  /** Its name and version. */
  readonly name: string;
  openWindow(): Promise<Window>;
  close(): Promise<void>;
}

/** A phone's width, and tall enough to show each screen whole. */
export const VIEWPORT = { width: 420, height: 860 };

/** All that is stored as text, for the browser to run. */
export const STORED = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
