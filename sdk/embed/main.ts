import { defineElement, type SelfsameVerify } from "./element.ts";

export type { SelfsameVerify, SelfsameVerifyAttributes } from "./element.ts";
export { mount } from "./mount.ts";
export { type Closed, open } from "./open.ts";
export type { EmbedEvent, EmbedOptions } from "./options.ts";

defineElement();

declare global {
  interface HTMLElementTagNameMap {
    "selfsame-verify": SelfsameVerify;
  }
}
