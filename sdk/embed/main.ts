import { defineElement } from "./element.ts";

export { mount } from "./mount.ts";
export { open } from "./open.ts";

defineElement();
