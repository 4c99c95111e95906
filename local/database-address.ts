import { CREDENTIALS_IN_URL, hasCredentials, isPlaintextBeyondLoopback } from "../edge/platform/variables.ts";

/** A database over HTTP, as a deployment names it. */
export interface DatabaseAddress {
  readonly url: string;
  readonly authToken: string | undefined;
}

/** A setting is missing or wrong. The message names it and never shows it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly code: "setting_missing" | "setting_invalid";

  constructor(code: SettingError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The database that `DATABASE_URL` names; undefined if unset. Throws `SettingError` for an invalid URL, and
 * if the token would leave this machine in clear text without an explicit permission.
 */
export function databaseAddress(environment: NodeJS.ProcessEnv): DatabaseAddress | undefined {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken, PLAINTEXT_BEYOND_LOOPBACK } = environment;
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^(https?|libsql):$/.test(new URL(url).protocol)) {
    throw new SettingError("setting_invalid", "DATABASE_URL is no https:, http: or libsql: URL");
  }
  if (hasCredentials(url)) throw new SettingError("setting_invalid", `DATABASE_URL ${CREDENTIALS_IN_URL}`);
  if (isPlaintextBeyondLoopback(url) && PLAINTEXT_BEYOND_LOOPBACK !== "1") {
    throw new SettingError(
      "setting_invalid",
      "DATABASE_URL is not encrypted; PLAINTEXT_BEYOND_LOOPBACK=1 allows that on a trusted network",
    );
  }
  return { url, authToken: authToken || undefined };
}
