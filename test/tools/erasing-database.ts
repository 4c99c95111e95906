import { overwriteFreedMemory } from "../../inference/processes/freed-memory.ts";
import { startHranaServer } from "../../local/hrana/server.ts";

/** The database process, with rounds that a test can wait for. Its argument is the file. */
const server = await startHranaServer({ file: process.argv[2]!, port: 0 });
overwriteFreedMemory({ before: server.renew, servesHttp: true, pauseMs: 500 });
process.send!(server.url);
