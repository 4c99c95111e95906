import { constructEvent } from "./construct-event.ts";
import { signTestEvent } from "./sign-test-event.ts";

/** What a receiver of events needs (contract §11); it takes no secret key. */
export const webhooks = { constructEvent, signTestEvent };
