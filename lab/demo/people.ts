import type { FacePipeline } from "../../inference/pipelines/face/face.ts";
import { withWrongCheckDigit } from "../material/documents/mrz.ts";
import { SAME_PERSON, SAMPLE_FACES } from "../material/faces/sample-faces.ts";
import { makePerson, type Person, SAMPLE_SEED } from "../material/person.ts";

const [TODAY, ON_THE_CARD] = SAME_PERSON;

/** The person of the sample images: card and selfie are two photos of one woman. */
export const samplePerson = (turner: FacePipeline): Promise<Person> =>
  makePerson(turner, { face: ON_THE_CARD, today: TODAY, seed: SAMPLE_SEED });

/** Another person, whose own card is not shown. */
export const otherPerson = (turner: FacePipeline): Promise<Person> =>
  makePerson(turner, { face: SAMPLE_FACES[4]!, seed: 6 });

/** The person of the sample images, with a card whose document number has a wrong check digit. */
export const personWithAlteredCard = (turner: FacePipeline): Promise<Person> =>
  makePerson(turner, {
    face: ON_THE_CARD,
    today: TODAY,
    seed: SAMPLE_SEED,
    forge: { alterMrz: (lines) => withWrongCheckDigit(lines, "TD1", "document_number") },
  });
