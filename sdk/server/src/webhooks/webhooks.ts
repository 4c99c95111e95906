import { constructEvent } from "./construct-event.ts";
import { signTestEvent } from "./sign-test-event.ts";

/** Functions for receivers of events (contract §11); they need no secret key. */
export const webhooks = { constructEvent, signTestEvent };
