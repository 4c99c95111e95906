import { createClient } from "@libsql/client/http";
import { z } from "zod";
import { causes } from "../edge/http/problem.ts";
import { deploymentVariables } from "../edge/platform/deployment.ts";
import { plaintextFault } from "../edge/platform/variables.ts";
import { databaseVariables } from "../edge/store/settings.ts";
import { readSettings } from "../vocabulary/setting-faults.ts";

/** A database over HTTP, as a deployment names it. */
export interface DatabaseAddress {
  readonly url: string;
  readonly authToken: string | undefined;
}

/** The variables that name a database, as the edge reads them. */
const SHAPE = {
  DATABASE_URL: databaseVariables.DATABASE_URL,
  DATABASE_AUTH_TOKEN: databaseVariables.DATABASE_AUTH_TOKEN,
  PLAINTEXT_BEYOND_LOOPBACK: deploymentVariables.PLAINTEXT_BEYOND_LOOPBACK,
};

export const DATABASE_SETTINGS: readonly string[] = Object.keys(SHAPE);

const schema = z.object(SHAPE);

/**
 * The database that `DATABASE_URL` names. Throws `SettingsError` if it is missing or invalid, and if the
 * token would leave this machine in clear text without an explicit permission.
 */
export function databaseAddress(environment: NodeJS.ProcessEnv): DatabaseAddress {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = readSettings(schema, environment, [
    (env) => ({ DATABASE_URL: plaintextFault(env, env.DATABASE_URL) }),
  ]);
  return { url, authToken };
}

/** The database that `DATABASE_URL` names cannot be used. The message shows no value of a setting. */
export class DatabaseRefusal extends Error {
  override readonly name = "DatabaseRefusal";
  readonly code: "database_away" | "database_refused" | "no_database";

  constructor(code: DatabaseRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws `DatabaseRefusal` unless a libSQL server answers at this address, and accepts the token. */
export async function assertDatabase({ url, authToken }: DatabaseAddress): Promise<void> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await client.execute("select 1");
  } catch (error) {
    throw refusalOf(causes(error)) ?? error;
  } finally {
    client.close();
  }
}

function refusalOf(chain: readonly Error[]): DatabaseRefusal | undefined {
  const found = (name: string) => chain.map((cause) => Reflect.get(cause, name)).find(Boolean);
  const [status, code] = [
    Number(found("status") ?? 0),
    String(chain.at(-1) && Reflect.get(chain.at(-1)!, "code")),
  ];
  if (
    status === 401 ||
    status === 403 ||
    chain.some((cause) => /^(SQLITE_)?AUTH/.test(String(Reflect.get(cause, "code"))))
  ) {
    return new DatabaseRefusal(
      "database_refused",
      "the database at DATABASE_URL rejects DATABASE_AUTH_TOKEN",
    );
  }
  if (chain.some(({ message }) => message === "fetch failed")) {
    const why = code === "undefined" ? "" : ` (${code})`;
    return new DatabaseRefusal("database_away", `the database at DATABASE_URL cannot be reached${why}`);
  }
  if (status >= 500) {
    return new DatabaseRefusal("database_away", `the database at DATABASE_URL fails (HTTP ${status})`);
  }
  const isOther = status > 0 || chain.some(({ name }) => name === "SyntaxError" || name === "ProtoError");
  const answered = status > 0 ? `HTTP ${status}` : "its answer is another format";
  return isOther
    ? new DatabaseRefusal(
        "no_database",
        `what answers at DATABASE_URL is no libSQL server (${answered}). Check the address`,
      )
    : undefined;
}
