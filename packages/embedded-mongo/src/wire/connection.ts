import type { Socket } from 'node:net';
import { MongoError } from '../query/error.js';
import { HEADER_BYTES, MAX_MESSAGE_BYTES, readRequest, writeReply, type Request } from './message.js';

/** Answers one request of a connection with a BSON document. */
export type Answer = (request: Request, connection: { readonly id: number }) => Promise<Uint8Array>;

/**
 * Splits the incoming bytes into messages and answers them one after another. A message that cannot be parsed ends
 * the connection, because the start of the next one is unknown.
 */
export class Connection {
  readonly #chunks: Buffer[] = [];
  #buffered = 0;
  #busy = false;

  constructor(
    private readonly socket: Socket,
    readonly id: number,
    private readonly answer: Answer,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#buffered += chunk.length;
      void this.#work();
    });
    // Sessions and cursors that a lost connection leaves open will expire.
    socket.on('error', () => socket.destroy());
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let message = this.#take(); message && !this.socket.destroyed; message = this.#take()) {
        await this.#handle(readRequest(message));
      }
    } catch {
      this.socket.destroy();
    } finally {
      this.#busy = false;
    }
  }

  async #handle(request: Request): Promise<void> {
    const body = await this.answer(request, this);
    if (!request.wantsReply || this.socket.destroyed) return;
    this.socket.cork();
    let flowing = true;
    for (const part of writeReply(request, body)) flowing = this.socket.write(part);
    this.socket.uncork();
    // A client that reads more slowly than its cursor produces must not fill the memory.
    if (!flowing && this.socket.writableLength > MAX_MESSAGE_BYTES) await drained(this.socket);
  }

  #take(): Buffer | undefined {
    if (this.#buffered < HEADER_BYTES) return undefined;
    const size = this.#head().readInt32LE(0);
    if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) throw new MongoError(17, `A message of ${size} bytes`);
    if (this.#buffered < size) return undefined;
    const whole = this.#chunks.length === 1 ? this.#head() : Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    this.#buffered -= size;
    if (this.#buffered > 0) this.#chunks.push(whole.subarray(size));
    return whole.subarray(0, size);
  }

  #head(): Buffer {
    let first = this.#chunks[0] ?? Buffer.alloc(0);
    if (first.length < HEADER_BYTES && this.#chunks.length > 1) {
      first = Buffer.concat(this.#chunks);
      this.#chunks.splice(0, this.#chunks.length, first);
    }
    return first;
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}
