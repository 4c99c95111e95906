import { newId } from "#edge/core/ids.ts";

// Files of one process share the state of ids. A time that is long past starts it again, so that the ids of a
// file have the times of its own clock, and not of an earlier file's later one.
newId("request", 1);
