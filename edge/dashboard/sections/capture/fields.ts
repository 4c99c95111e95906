import { z } from "zod";
import {
  accentField,
  allowedOriginsField,
  alternativeUrlField,
  brandNameField,
  consentTextField,
  localeField,
  returnOriginsField,
} from "../../../capture-settings/fields.ts";

/** One entry a line. */
const lines = z.string().transform((text) => text.split(/\s+/).filter((line) => line !== ""));

/** An empty field takes the setting back. */
const orNone = <S extends z.ZodType>(field: S) => z.union([z.literal("").transform(() => null), field]);

export const settingsForm = z
  .object({
    allowed_origins: lines.pipe(allowedOriginsField),
    return_origins: lines.pipe(returnOriginsField),
    brand_name: orNone(brandNameField),
    accent: orNone(accentField),
    alternative_url: orNone(alternativeUrlField),
    action: z.enum(["save", "preview"]).default("save"),
  })
  .transform(({ action, ...form }) => ({
    action,
    settings: {
      allowedOrigins: form.allowed_origins,
      returnOrigins: form.return_origins,
      brandName: form.brand_name,
      accent: form.accent,
      alternativeUrl: form.alternative_url,
    },
  }));

export const logoForm = z.object({ logo: z.instanceof(File), remove: z.literal("on").optional() });

export const textForm = z.object({ locale: localeField, text: orNone(consentTextField) });
