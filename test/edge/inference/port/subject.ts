import type { InferencePort, NamedImage } from "#edge/inference/port.ts";

/**
 * What a picture of the suite shows: a person's face, nobody, a card with portrait and zone, or nothing
 * readable.
 */
export type Shows = "person" | "nobody" | "card" | "unreadable";

/** An implementation of the inference port, and what the suite needs to examine it. */
export interface Subject {
  readonly port: InferencePort;
  /** The pictures of the next call, by their form fields and in that order. */
  pictures(...shown: readonly (readonly [param: string, shows: Shows])[]): NamedImage[];
  /** The same implementation while the service does not answer: it is away, or too late. */
  readonly unavailable: Readonly<Record<string, InferencePort>>;
  close(): Promise<void>;
}
