import { type OnReadOpts, Socket, type SocketConstructorOpts } from "node:net";
import { GpuWorkerError } from "../messages.ts";
import { type Frame, FrameReader } from "./frames.ts";

/**
 * Read buffer that all connections of this thread share: one read takes all that waits of an item. By default
 * Node allocates and clears 64 KiB for each read and passes it through a stream, which costs more than the
 * copy.
 */
const PIECE = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Reads frames from a connection and calls `onMalformed` once for invalid data. `largest`: bytes of a tensor.
 */
export function framesFrom(
  largest: number,
  take: (frame: Frame) => void,
  onMalformed: () => unknown,
): OnReadOpts {
  const reader = new FrameReader(largest);
  return {
    buffer: PIECE,
    callback: (bytes) => {
      try {
        for (const each of reader.read(PIECE.subarray(0, bytes))) take(each);
      } catch (error) {
        if (!(error instanceof GpuWorkerError)) throw error;
        onMalformed();
      }
      return true;
    },
  };
}

/**
 * An accepted, paused connection with its own read buffer: Node takes `onread` only when a connection is
 * created. The server counts the connection until it closes.
 */
export function withReads(accepted: Socket, onread: OnReadOpts): Socket {
  const holder = accepted as unknown as { _handle: unknown };
  const socket = new Socket({ handle: holder._handle, onread } as SocketConstructorOpts);
  holder._handle = null;
  return socket.once("close", () => accepted.destroy());
}

/** Hands frames to the system in one go. */
export function sendFrames(socket: Socket, parts: readonly Uint8Array[]): void {
  socket.cork();
  for (const part of parts) socket.write(part);
  socket.uncork();
}
