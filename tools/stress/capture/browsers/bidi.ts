/** A browser's WebDriver BiDi (W3C) over its socket. */
export interface Bidi {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's answers are read field by field.
  send(method: string, params: object): Promise<any>;
  close(): void;
}

interface Answer {
  readonly id?: number;
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
}

export async function openBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`no BiDi at ${address}`)), { once: true });
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, error, message, result } = JSON.parse(String(data)) as Answer;
    const asked = id === undefined ? undefined : waiting.get(id);
    if (asked === undefined) return;
    waiting.delete(id!);
    if (error === undefined) asked.resolve(result);
    else asked.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser has closed"));
  });
  return {
    send(method, params) {
      const asked = Promise.withResolvers<unknown>();
      waiting.set(++last, asked);
      socket.send(JSON.stringify({ id: last, method, params }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
