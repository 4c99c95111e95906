import { readFile } from "node:fs/promises";
import type { z } from "zod";
import {
  accentField,
  allowedOriginsField,
  alternativeUrlField,
  appUrlField,
  brandNameField,
  consentTextField,
  localeField,
  logoFault,
  returnOriginsField,
} from "../../edge/capture-settings/fields.ts";
import { themeOf } from "../../edge/capture-settings/theme.ts";
import { changeCapture, changeConsentText } from "../../edge/operations/tenants/change-capture.ts";
import {
  type CaptureSettings,
  findCaptureSettings,
  listConsentTexts,
} from "../../edge/store/tenancy/capture-settings.ts";
import { CommandError, type Commands, type Flags, given, type OperatorDatabase, TENANT } from "./command.ts";
import { existingTenant } from "./tenants.ts";

const NONE = "none";

/** The flag's value in its canonical form; null for `none`. */
function fieldOrNone<T>(flags: Flags, name: string, field: z.ZodType<T, string>): T | null | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  return text === NONE ? null : parsed(name, field, text);
}

function parsed<T, Given>(name: string, field: z.ZodType<T, Given>, given: Given): T {
  const result = field.safeParse(given);
  if (result.success) return result.data;
  const meant = /-(origin|url)$/.test(name) ? originMeant(given) : null;
  const guess = meant === null ? "" : `. Did you mean ${meant}?`;
  throw new CommandError("invalid_parameter", `--${name} ${result.error.issues[0]!.message}${guess}`);
}

/** The origin of the first entry that only lacks its scheme; null without one. */
function originMeant(given: unknown): string | null {
  const bare = [given].flat().find((each) => /^[\w-]+(\.[\w-]+)*(:\d+)?$/.test(String(each).trim()));
  if (bare === undefined || !/[.:]/.test(String(bare))) return null;
  const host = String(bare).trim();
  return `${/^(localhost|127\.)/.test(host) ? "http" : "https"}://${host}`;
}

/** The list after the additions of `--…` and the removals of `--remove-…`; both are comma-separated lists. */
function changedList(
  flags: Flags,
  current: readonly string[],
  names: { readonly add: string; readonly remove: string },
  field: typeof allowedOriginsField,
): readonly string[] | undefined {
  const [added, removed] = [names.add, names.remove].map((name) => {
    const text = flags.text(name);
    return text === undefined ? [] : parsed(name, field, text.split(","));
  }) as [string[], string[]];
  if (added.length + removed.length === 0) return undefined;
  const missing = removed.find((origin) => !current.includes(origin));
  if (missing !== undefined) throw new CommandError("not_found", `${missing} is not on the list`);
  const left = current.filter((origin) => !removed.includes(origin));
  return parsed(names.add, field, [...left, ...added]);
}

async function fileOf(flags: Flags, name: string): Promise<Uint8Array | null | undefined> {
  const path = flags.text(name);
  if (path === undefined) return undefined;
  if (path === NONE) return null;
  return readFile(path).catch(() => {
    throw new CommandError("not_found", `--${name}: ${path} cannot be read`);
  });
}

async function logoOf(flags: Flags): Promise<Uint8Array | null | undefined> {
  const logo = await fileOf(flags, "logo");
  const fault = logo ? logoFault(logo) : null;
  if (fault !== null) throw new CommandError("invalid_parameter", `--logo ${fault}`);
  return logo;
}

async function textOf(flags: Flags) {
  const content = await fileOf(flags, "consent-text");
  if (content === undefined) return null;
  const locale = parsed("locale", localeField, flags.required("locale"));
  if (content === null) return { locale, text: null };
  return { locale, text: parsed("consent-text", consentTextField, new TextDecoder().decode(content)) };
}

const ALLOWED = { add: "allow-origin", remove: "remove-origin" } as const;
const RETURN = { add: "return-origin", remove: "remove-return-origin" } as const;

/** Reads flag after flag, and keeps each one's rejection: one line then names them all. */
function reader() {
  const faults: CommandError[] = [];
  return {
    async read<T>(value: () => T | Promise<T>): Promise<T | undefined> {
      try {
        return await value();
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        faults.push(error);
        return undefined;
      }
    },
    end() {
      const [first] = faults;
      if (first === undefined) return;
      throw new CommandError(first.code, faults.map(({ message }) => message).join("; "));
    },
  };
}

/** All flags are read before the first write, so that a wrong one changes nothing. */
async function changeByFlags({ db, context }: OperatorDatabase, flags: Flags) {
  const tenant = await existingTenant(db, flags);
  const ctx = { ...context(), tenantId: tenant.id };
  const current = await findCaptureSettings(db, tenant.id);
  const { read, end } = reader();
  const changes: Partial<CaptureSettings> = given({
    allowedOrigins: await read(() =>
      changedList(flags, current.allowedOrigins, ALLOWED, allowedOriginsField),
    ),
    returnOrigins: await read(() => changedList(flags, current.returnOrigins, RETURN, returnOriginsField)),
    brandName: await read(() => fieldOrNone(flags, "brand-name", brandNameField)),
    accent: await read(() => fieldOrNone(flags, "accent", accentField)),
    logo: await read(() => logoOf(flags)),
    alternativeUrl: await read(() => fieldOrNone(flags, "alternative-url", alternativeUrlField)),
    appUrl: await read(() => fieldOrNone(flags, "app-url", appUrlField)),
  });
  const text = (await read(() => textOf(flags))) ?? null;
  end();
  const settings = await changeCapture(ctx, changes);
  if (text !== null) await changeConsentText(ctx, text);
  const texts = await listConsentTexts(db, tenant.id);
  return {
    allowed_origins: settings.allowedOrigins,
    return_origins: settings.returnOrigins,
    brand_name: settings.brandName,
    accent: settings.accent,
    theme: themeOf(settings.accent),
    logo_bytes: settings.logo?.length ?? null,
    alternative_url: settings.alternativeUrl,
    app_url: settings.appUrl,
    consent_texts: texts.map(({ locale, version, sha256 }) => ({ locale, version, sha256 })),
  };
}

export const CAPTURE_COMMANDS: Commands = {
  "tenants capture": {
    needs: "database",
    summary: "Changes the capture settings that are given, and shows all of them",
    details:
      "An origin is https://shop.example, or http://localhost:PORT in test mode. none empties a setting.",
    flags: {
      tenant: TENANT,
      "allow-origin": { value: "ORIGIN,…", text: "adds origins of pages that may embed the capture page" },
      "remove-origin": { value: "ORIGIN,…", text: "removes them" },
      "return-origin": {
        value: "ORIGIN,…",
        text: "adds origins that the end user may return to; also an app's scheme, com.example.app:",
      },
      "remove-return-origin": { value: "ORIGIN,…", text: "removes them" },
      "brand-name": { value: "TEXT", text: "the name that the end user reads" },
      accent: { value: "#RRGGBB", text: "the colour of buttons and links" },
      logo: { value: "FILE", text: "a PNG file" },
      "alternative-url": { value: "URL", text: "where an end user who cannot use the page goes" },
      "app-url": { value: "URL", text: "opens your app, which reads the chip; https: or the app's scheme" },
      "consent-text": { value: "FILE", text: "a text file with your consent text; needs --locale" },
      locale: { value: "LANGUAGE", text: "the language of the consent text, such as en" },
    },
    run: changeByFlags,
  },
};
