import { ApiError } from "../../errors.ts";
import {
  DOCUMENT_TYPE_NAMES,
  parseDocumentType,
  type RequestedDocumentType,
} from "../../verdicts/ocr/document-type.ts";

/**
 * The form field `document_type`. Throws 400 `unsupported_document_type`, with the known types, for any
 * other.
 */
export function documentTypeField(value: string | undefined): RequestedDocumentType {
  const type = parseDocumentType(value);
  if (type === null) {
    const message = `Unknown document_type; known are ${DOCUMENT_TYPE_NAMES.join(", ")}.`;
    throw new ApiError("unsupported_document_type", message, { param: "document_type" });
  }
  return type;
}
