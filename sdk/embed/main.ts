import { defineElement } from "./element.ts";

export { mount } from "./mount.ts";
export { open } from "./open.ts";
export type { EmbedEvent, EmbedOptions } from "./options.ts";

defineElement();
