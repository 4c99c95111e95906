import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bytes, scope } from "./columns.ts";

/**
 * What a verification is found by in the dashboard: HMACs of the words of a name and of numbers, as one
 * document reading has them. They end with their OCR result.
 */
export const searchTerms = sqliteTable(
  "search_terms",
  {
    ...scope,
    /** The first 16 bytes of an HMAC-SHA256 under a key of this tenant and mode. */
    term: bytes("term").notNull(),
    verificationId: text("verification_id").notNull(),
    /** Id of the OCR result. */
    resultId: text("result_id").notNull(),
  },
  (t) => [
    index("search_terms_term").on(t.tenantId, t.mode, t.term, t.verificationId),
    index("search_terms_result").on(t.resultId),
  ],
);
