export { type ErrorCode, type Failure, isSelfsameError, SelfsameError } from "../../core/error.ts";
export { RETRIES } from "../../core/retry/rules.ts";
export type { AttemptReport, CallOptions } from "../../core/settings.ts";
export type { Capture } from "../../core/wire/frames.ts";
export type * from "../../gen/operations.ts";
export type * from "../../gen/schemas.ts";
export type { Upload } from "../../platform/upload.ts";
export { type Client, type ClientOptions, createClient } from "./client.ts";
export type { TokenProvider, TokenReason } from "./token-source.ts";
