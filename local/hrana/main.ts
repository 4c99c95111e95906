import { startHranaServer } from "./server.ts";

/**
 * The database process. Settings by environment: DATABASE_FILE, DATABASE_PORT (0: any), DATABASE_AUTH_TOKEN. Prints one
 * JSON line, `{"url": …}`, when it answers; ends by itself when its parent has gone.
 */
const { DATABASE_FILE, DATABASE_PORT = "0", DATABASE_AUTH_TOKEN } = process.env;
if (DATABASE_FILE === undefined) throw new Error("DATABASE_FILE is not set");

const server = await startHranaServer({
  file: DATABASE_FILE,
  port: Number(DATABASE_PORT),
  authToken: DATABASE_AUTH_TOKEN,
});
console.log(JSON.stringify({ url: server.url }));

const stop = () => void server.close().then(() => process.exit(0));
for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.once(signal, stop);
