import type { EventType } from "../../../vocabulary/events.ts";
import type { Template } from "../../inference/port.ts";
import { linkPortrait } from "../../media/kept.ts";
import { insertOcrResult } from "../../store/results/ocr-results.ts";
import type { Fields } from "../../verdicts/ocr/field.ts";
import type { Check, ResultRows } from "../checks.ts";
import { encryptTemplate } from "../encrypted-template.ts";
import { indexReading } from "../search-index.ts";

/** What was read of a document, from a photo or from what its issuer signed. */
interface Reading<Body> {
  readonly id: string;
  readonly event: EventType;
  readonly body: Body;
  /** The portrait's; it is stored within a verification only. */
  readonly template: Template | null;
  /** The fields that find the verification; null for none. */
  readonly found: Fields | null;
}

/** A reading before it is written. */
export interface ReadingResult {
  readonly result: ResultRows;
  /** The body for a secret key, with a link if a portrait was kept. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The portrait's template for the verification's face match; undefined without a portrait. */
  readonly template: readonly [resultId: string, template: Template] | undefined;
}

/** The row, the event and the answer of a reading. The portrait must be kept before. */
export async function readingResult<Body extends Readonly<Record<string, unknown>>>(
  check: Check,
  { id, event, body, template: given, found }: Reading<Body>,
): Promise<ReadingResult> {
  const { services, scope, verification, customerRef, now } = check;
  const template = verification === null ? null : given;
  const link = check.storeMedia === "none" ? {} : await linkPortrait(services, scope, id, now);
  const shown = { ...body, ...link };
  const row = {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    body,
    portraitTemplate: template === null ? null : await encryptTemplate(services.vault, scope, id, template),
    templateVersion: template?.version ?? null,
  };
  const indexed =
    verification === null || found === null
      ? []
      : await indexReading(services, scope, { verificationId: verification.id, resultId: id, fields: found });
  return {
    result: {
      id,
      customerRef,
      event: { type: event, data: shown },
      statements: [insertOcrResult(services.db, scope, row), ...indexed],
    },
    body: shown,
    template: template === null ? undefined : [id, template],
  };
}
