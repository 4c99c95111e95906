import { resolve } from "node:path";
import { programArguments } from "../../local/arguments.ts";
import { makeFolder } from "../../local/folder.ts";
import { keepImages } from "../material/keep-images.ts";
import { openTurner } from "../material/person.ts";
import { samplePerson } from "./people.ts";

const HELP = `Usage: npm run samples [-- DIR]

Writes sample images to DIR (default .local/samples), in about 15 seconds. No stack has to run. The files are:

  card.jpg                      a specimen of an identity card
  selfie.jpg                    the same person on another day; also the first frame of a challenge
  ACTION-1.jpg, ACTION-2.jpg    two more frames for each movement of a challenge

The movements are one photo that software warps. A real attacker could do the same, and Selfsame does not detect it.
`;

async function main(): Promise<void> {
  const { values, positionals } = programArguments("npm run samples", { help: {} }, { most: 1 });
  if (values.help) return void process.stdout.write(HELP);
  const folder = positionals[0] ?? ".local/samples";
  await makeFolder(resolve(folder)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`folder_unwritable: ${folder} is not a writable folder (${code}). Name another one.`);
  });
  const { turner, close } = await openTurner();
  await keepImages(await samplePerson(turner), folder);
  await close();
  process.stdout.write(`Sample images are in ${folder}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
