import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aroundLabelled, listSubjects } from "#inference/calibration/labelled-faces.ts";
import { useFolder } from "../../harness/folder.ts";

const folder = useFolder();

const face = (x: number, y: number, side: number) => ({
  box: { x, y, width: side, height: side },
  confidence: 0.9,
});
const photo = (...faces: ReturnType<typeof face>[]) => ({ imageWidth: 250, imageHeight: 250, faces });

it("looks at the whole image when the largest face is at its centre, or none is", () => {
  expect(aroundLabelled(photo(face(75, 75, 100), face(5, 5, 40)))).toBeUndefined();
  expect(aroundLabelled(photo(face(0, 0, 90), face(180, 180, 60)))).toBeUndefined();
  expect(aroundLabelled(photo())).toBeUndefined();
});

it("looks around the face at the centre when a bystander's is larger", () => {
  expect(aroundLabelled(photo(face(0, 0, 95), face(95, 95, 60)))).toEqual({
    x: 65,
    y: 65,
    width: 120,
    height: 120,
  });
});

it("lists the files of each person's folder, links too, and no folders in it", async () => {
  await mkdir(join(folder, "ada", "originals"), { recursive: true });
  await writeFile(join(folder, "ada", "1.jpg"), "");
  await symlink(join(folder, "ada", "1.jpg"), join(folder, "ada", "2.jpg"));
  expect((await listSubjects(folder)).map(({ file }) => file)).toEqual(["ada/1.jpg", "ada/2.jpg"]);
});
