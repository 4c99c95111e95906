import { type OnReadOpts, Socket, type SocketConstructorOpts } from "node:net";
import { DeviceError } from "../messages.ts";
import { type Frame, FrameReader } from "./frames.ts";

/**
 * What every connection of this thread reads into: whatever waits of an item, by one read. By itself Node
 * takes and clears 64 KiB for each read and passes them through a stream, which costs more than the copy.
 */
const PIECE = Buffer.allocUnsafeSlow(256 * 1024);

/** Reads frames from a connection; `broken` is told once what came is none. `largest`: bytes of a tensor. */
export function framesFrom(largest: number, take: (frame: Frame) => void, broken: () => unknown): OnReadOpts {
  const reader = new FrameReader(largest);
  return {
    buffer: PIECE,
    callback: (bytes) => {
      try {
        for (const each of reader.read(PIECE.subarray(0, bytes))) take(each);
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error;
        broken();
      }
      return true;
    },
  };
}

/**
 * A connection that a server has accepted, paused, with reads of one's own: Node takes `onread` only where a
 * connection is made. The server counts it until it is closed.
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
