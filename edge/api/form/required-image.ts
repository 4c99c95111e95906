import { ApiError } from "../../errors.ts";
import type { Upload } from "../../http/context.ts";
import type { NamedImage } from "../../inference/port.ts";

/** An upload that must be there, with the name that a refusal of its content carries. */
export function requiredImage(upload: Upload, param: string): NamedImage {
  const content = upload.files.get(param);
  if (content === undefined) throw new ApiError("missing_parameter", `${param} is required.`, { param });
  return { param, content };
}
