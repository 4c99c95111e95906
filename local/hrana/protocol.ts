import { z } from "zod";

/**
 * The wire format of Hrana over HTTP, JSON encoding, as far as a client can ask for it (libsql
 * `HRANA_3_SPEC.md`). Version 2 and 3 share this pipeline; version 3's cursor and protobuf encoding are not
 * offered, and clients fall back.
 */
const value = z.discriminatedUnion("type", [
  z.object({ type: z.literal("null") }),
  z.object({ type: z.literal("integer"), value: z.string().regex(/^-?\d{1,19}$/) }),
  z.object({ type: z.literal("float"), value: z.number() }),
  // The `libsql` package cuts a text at its first NUL; a rejection is better than half a text.
  z.object({ type: z.literal("text"), value: z.string().refine((text) => !text.includes("\0")) }),
  z.object({ type: z.literal("blob"), base64: z.string() }),
]);

const storedOrInline = { sql: z.string().nullish(), sql_id: z.int().nullish() };

const statement = z.object({
  ...storedOrInline,
  args: z.array(value).default([]),
  named_args: z.array(z.object({ name: z.string(), value })).default([]),
  want_rows: z.boolean().default(true),
});

export type BatchCondition =
  | { type: "ok" | "error"; step: number }
  | { type: "not"; cond: BatchCondition }
  | { type: "and" | "or"; conds: BatchCondition[] }
  | { type: "is_autocommit" };

const condition: z.ZodType<BatchCondition> = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({ type: z.enum(["ok", "error"]), step: z.int().min(0) }),
    z.object({ type: z.literal("not"), cond: condition }),
    z.object({ type: z.enum(["and", "or"]), conds: z.array(condition) }),
    z.object({ type: z.literal("is_autocommit") }),
  ]),
);

const step = z.object({ condition: condition.nullish(), stmt: statement });

const streamRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("close") }),
  z.object({ type: z.literal("execute"), stmt: statement }),
  z.object({ type: z.literal("batch"), batch: z.object({ steps: z.array(step) }) }),
  z.object({ type: z.literal("sequence"), ...storedOrInline }),
  z.object({ type: z.literal("store_sql"), sql_id: z.int(), sql: z.string() }),
  z.object({ type: z.literal("close_sql"), sql_id: z.int() }),
  z.object({ type: z.literal("get_autocommit") }),
]);

export const pipelineRequest = z.object({
  baton: z.string().nullish(),
  requests: z.array(streamRequest),
});

export type WireValue = z.infer<typeof value>;
export type WireStatement = z.infer<typeof statement>;
export type StreamRequest = z.infer<typeof streamRequest>;
export type BatchStep = z.infer<typeof step>;

export interface WireError {
  readonly message: string;
  readonly code: string;
}

export interface StatementResult {
  readonly cols: { name: string; decltype: string | null }[];
  readonly rows: WireValue[][];
  readonly affected_row_count: number;
  readonly last_insert_rowid: string | null;
}

export type StreamResponse = { type: StreamRequest["type"] } & Record<string, unknown>;
export type StreamResult = { type: "ok"; response: StreamResponse } | { type: "error"; error: WireError };
