import { createServer } from "node:net";

/** The usual port when it is free, else any free one. */
export async function usualOrFree(usual: number): Promise<number> {
  return (await probe(usual)) ?? (await free());
}

/** Any free port of the loopback address. */
export async function free(): Promise<number> {
  const port = await probe(0);
  if (port === undefined) throw new Error("no free port on 127.0.0.1");
  return port;
}

/** Binds a port of the loopback address and releases it; undefined when the port is taken. */
export function probe(port: number): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? done(undefined) : fail(error),
    );
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : undefined));
    });
  });
}
