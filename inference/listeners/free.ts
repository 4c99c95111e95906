import { once } from "node:events";
import { createServer } from "node:net";
import { SettingsError } from "../../vocabulary/setting-faults.ts";

/** An address to listen on, and the settings that name it. Port 0 is any. */
interface Place {
  readonly host: string;
  readonly port: number;
  readonly names: { readonly host: string; readonly port: string };
}

/** A port that another process has. It has the system's code, as the error of a listener would. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";
  readonly code = "EADDRINUSE";
}

/**
 * Throws unless a process can listen on all of these, so that one that cannot ends before it has prepared
 * anything: `SettingsError` for what is no address of this machine, `PortInUseError` for ports in use.
 */
export async function assertFree(places: readonly Place[]): Promise<void> {
  const wrong = new Set<string>();
  const taken: string[] = [];
  for (const { host, port, names } of places) {
    const code = await codeOf(host, port);
    if (code === "EADDRINUSE") taken.push(`port ${port} is in use; set ${names.port} to another one`);
    else if (code === "EACCES")
      wrong.add(`${names.port}: must be a port that this user may open, not ${port}`);
    else if (code !== undefined)
      wrong.add(`${names.host}: must be an address of this machine, not "${host}"`);
  }
  if (wrong.size > 0) throw new SettingsError([...wrong]);
  if (taken.length > 0) throw new PortInUseError(`port_in_use: ${taken.join("; ")}`);
}

/** The system's code for why nothing can listen there; undefined if that is possible. */
async function codeOf(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, host), "listening");
    server.close();
    await once(server, "close");
    return undefined;
  } catch (error) {
    return String(Reflect.get(error as Error, "code"));
  }
}
