import { pick, type Random } from "#lab/material/random.ts";
import type { Person } from "./commands.ts";

/** A face that another reference of the tenant registers, before this command or else in the ending. */
export interface Elsewhere {
  readonly person: Person;
  readonly before: number;
}

const LATEST = 6;

/** One for every other sequence. */
export const drawElsewhere = (random: Random): Elsewhere | null =>
  random() < 0.5
    ? null
    : { person: pick(random, ["X", "X", "X", "Y"]), before: Math.floor(random() * LATEST) };

/** What a search of the gallery measures for a face that another reference has registered. */
export const FOUND_ELSEWHERE = { match: true, fpirHeld: true, isBlocked: false } as const;
