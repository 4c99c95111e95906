import { ACTIONS } from "../../../edge/verdicts/liveness/actions.ts";
import { presentPrint } from "../../material/faces/flat-photo.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "../../material/person.ts";

type Frames = Awaited<ReturnType<Person["perform"]>>;
type Options = Omit<Parameters<typeof makePerson>[1], "face">;

/** Rotation of a print, half way and at the end, in degrees. */
const PRINT_TURNS = [14, 28];

/** A person who can present their document in another way if the image was not good. */
export interface Actor extends Person {
  again(shot: number): Promise<Pick<Person, "card" | "back">>;
}

/** Creates the people of a campaign. The movements of a face are drawn once, before a page requests them. */
export async function openPersonas() {
  const { turner, close } = await openTurner();
  const performed = new Map<number, ReadonlyMap<string, Frames>>();

  async function rehearse(who: number, person: Person): Promise<ReadonlyMap<string, Frames>> {
    const frames = performed.get(who) ?? new Map<string, Frames>();
    if (frames.size > 0) return frames;
    const drawn = new Map<string, Frames>();
    for (const action of ACTIONS) drawn.set(action, await person.perform(action));
    performed.set(who, drawn);
    return drawn;
  }
  return {
    /** The person of this seed, with a document of their own; a few faces serve all seeds. */
    async person(options: Options): Promise<Actor> {
      const who = options.seed % SAMPLE_FACES.length;
      const make = (shot: number) => makePerson(turner, { ...options, shot, face: SAMPLE_FACES[who]! });
      const person = await make(0);
      const frames = await rehearse(who, person);
      return { ...person, perform: async (action) => frames.get(action)!, again: make };
    },
    close,
  };
}

export type Personas = Awaited<ReturnType<typeof openPersonas>>;

/** The same person, who performs the action after the requested one. */
export const performingAnotherAction = (person: Actor): Actor => ({
  ...person,
  perform: (action) => person.perform(ACTIONS[(ACTIONS.indexOf(action) + 1) % ACTIONS.length]!),
});

/** A print of the person's selfie, which is turned at every action. */
export async function asPrint(person: Actor): Promise<Actor> {
  const turned = async (yaw: number) => new Uint8Array(await presentPrint(person.selfie, { yaw }));
  const frames = [await turned(0), ...(await Promise.all(PRINT_TURNS.map(turned)))];
  return { ...person, selfie: frames[0]!, perform: async () => frames };
}

/** One person's document in the hands of another. */
export const inOtherHands = (owner: Actor, other: Actor): Actor => ({
  ...other,
  card: owner.card,
  back: owner.back,
  again: owner.again,
});
