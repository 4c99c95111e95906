import { BodyRoom } from "./room.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** The largest bodies in bytes, by kind (contract §4.1). */
export const LARGEST_BODY = {
  upload: 25 * MIB,
  json: 64 * KIB,
  /** Room for an event of 256 kB in the signature check's form, percent-encoded. */
  form: MIB,
  /** A form of somebody who has not signed in. */
  strangersForm: 16 * KIB,
} as const;

/** A room for each kind of body, so that none can keep another kind out. */
export interface BodyRooms {
  readonly uploads: BodyRoom;
  readonly json: BodyRoom;
  readonly forms: BodyRoom;
}

/** The rooms of an isolate: it has 128 MB for everything. */
export function openRooms(clock: () => number): BodyRooms {
  return {
    uploads: room(12 * MIB, LARGEST_BODY.upload, clock),
    json: room(2 * MIB, LARGEST_BODY.json, clock),
    forms: room(2 * MIB, LARGEST_BODY.form, clock),
  };
}

/** A call whose body is awaited takes up to 0.2 MB, whatever it has sent. */
const MOST_BODIES = 128;

const room = (common: number, largest: number, clock: () => number) =>
  new BodyRoom(
    { bodies: MOST_BODIES, common, tenantShare: (common * 3) / 4, callerShare: common / 2, largest },
    clock,
  );
