import { createRouter } from "../../http/context.ts";
import { queryParameters } from "../../http/parameters/validation.ts";
import { eventsQuery, readEvent, readEvents } from "./read.ts";

export const events = createRouter()
  .get("/", queryParameters(eventsQuery), (c) => readEvents(c, c.req.valid("query")))
  .get("/:id", readEvent);
