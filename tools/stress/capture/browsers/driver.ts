/** An element, as the browser names it to its driver. */
export type Handle = Readonly<Record<string, unknown>>;

/** The driver itself says nothing any more: nothing of what it did can be judged. */
export class DriverSilent extends Error {
  override readonly name = "DriverSilent";
}

/** What a browser without a fake camera of ours can be asked from outside. */
export interface Driver {
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>;
  /** Runs a function's text with texts and numbers; resolves with its JSON answer, or that of its promise. */
  run(source: string, ...given: readonly (string | number)[]): Promise<unknown>;
  /** Runs a function's text that answers an element; null where it answers none. */
  find(source: string, ...given: readonly string[]): Promise<Handle | null>;
  /** As a person does: the browser counts it as their will. */
  click(element: Handle): Promise<void>;
}
