import { constructEvent } from "./construct-event.ts";
import { signTestEvent } from "./sign-test-event.ts";

/** A receiver's part of contract §11. It needs no secret key. */
export const webhooks = { constructEvent, signTestEvent };
