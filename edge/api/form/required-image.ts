import { ApiError } from "../../errors.ts";
import type { Upload } from "../../http/context.ts";
import type { NamedImage } from "../../inference/port.ts";

/**
 * A file that the form must have, with the name that a refusal of its content carries. Throws 400
 * `missing_parameter` without the file.
 */
export function requiredImage(upload: Upload, param: string): NamedImage {
  const content = upload.files.get(param);
  if (content === undefined) throw new ApiError("missing_parameter", `${param} is required.`, { param });
  return { param, content };
}
