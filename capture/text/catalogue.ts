import type { en } from "./en.ts";

export type Key = keyof typeof en;
/** A language's texts: those of English, key by key. */
export type Catalogue = Readonly<Record<Key, string>>;
