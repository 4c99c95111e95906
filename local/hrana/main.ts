import { announce, runUntilStopped } from "../lifecycle.ts";
import { startHranaServer } from "./server.ts";

/**
 * The database process. Settings by environment: DATABASE_FILE, DATABASE_PORT (0: any), DATABASE_AUTH_TOKEN.
 */
await runUntilStopped(async ({ DATABASE_FILE, DATABASE_PORT = "0", DATABASE_AUTH_TOKEN }) => {
  if (DATABASE_FILE === undefined) throw new Error("DATABASE_FILE is not set");
  const server = await startHranaServer({
    file: DATABASE_FILE,
    port: Number(DATABASE_PORT),
    authToken: DATABASE_AUTH_TOKEN,
  });
  announce("ready", { url: server.url });
  return server;
});
