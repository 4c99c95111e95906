import { writeFile } from "node:fs/promises";
import { newSecrets } from "../../stack/secrets.ts";
import { CommandError, type Commands, unusable } from "../command.ts";
import { render } from "../render.ts";

/** Secrets that a deployment generates. The database's operator issues the database's token. */
const NAMES = ["DATA_KEYS", "TOKEN_SIGNING_JWK", "RECEIPT_SIGNING_JWK", "INFERENCE_TOKEN"] as const;

type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

/** One line a secret, which a shell, systemd and compose parse alike: JSON is in single quotes. */
const lines = (secrets: Secrets) => NAMES.map((name) => `${name}='${secrets[name]}'\n`).join("");

export const SECRET_COMMANDS: Commands = {
  "secrets create": {
    needs: "nothing",
    summary: "Creates the secrets of a new deployment, as settings",
    details:
      "They are a master key (DATA_KEYS), the keys of session tokens and receipts, and the token of inference. They go to a new FILE that only its owner can read, or to stdout, and to no other place.",
    argument: "FILE",
    isArgumentOptional: true,
    flags: {},
    run: async ({ isReadByOthers }, { argument: file }) => {
      const secrets = await newSecrets();
      if (file !== "") return keep(file, secrets);
      if (isReadByOthers) {
        throw new CommandError(
          "readable_by_others",
          "stdout is a file that others may read; name the file as an argument, or umask 077 first",
        );
      }
      return Object.fromEntries(NAMES.map((name) => [name, secrets[name]]));
    },
    print: (value) => (isSecrets(value) ? lines(value) : render(value)),
  },
};

const isSecrets = (value: unknown): value is Secrets =>
  typeof value === "object" && value !== null && NAMES.every((name) => name in value);

/** Writes them into a new file. One that is there may hold the only copy of a master key. */
async function keep(file: string, secrets: Secrets): Promise<{ file: string; settings: readonly string[] }> {
  try {
    await writeFile(file, lines(secrets), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.code === "EEXIST")
      throw new CommandError("file_exists", `${file} is there; secrets are never replaced`);
    throw unusable("file_unwritable", file, fault);
  }
  return { file, settings: NAMES };
}
