import { deserialize, serialize, type Document } from 'bson';
import { connect, type Socket } from 'node:net';

const MESSAGE = 2013;
const QUERY = 2004;

/** The server closed the connection before it replied. */
class ServerGone extends Error {}

interface Waiting {
  resolve: (message: Buffer) => void;
  reject: (error: Error) => void;
}

/** Speaks the wire protocol directly, for messages that a driver would not send. */
export class RawClient {
  #received: Buffer = Buffer.alloc(0);
  readonly #waiting: Waiting[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      while (this.#received.length >= 4 && this.#received.length >= this.#received.readInt32LE(0)) {
        const size = this.#received.readInt32LE(0);
        this.#waiting.shift()?.resolve(this.#received.subarray(0, size));
        this.#received = this.#received.subarray(size);
      }
    });
    // The close event that follows reports the failure.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new ServerGone('The server hung up'));
    });
  }

  /** Connects to the server of a connection string that contains a socket path. */
  static connect(uri: string): Promise<RawClient> {
    const path = decodeURIComponent(/mongodb:\/\/([^/]+)\//.exec(uri)?.[1] ?? '');
    return new Promise((resolve, reject) => {
      const socket = connect(path, () => resolve(new RawClient(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a command with document sequences. */
  async send(body: Document, sequences: Record<string, Document[]> = {}): Promise<Document> {
    const sections: Buffer[] = [Buffer.from([0]), Buffer.from(serialize(body))];
    for (const [name, documents] of Object.entries(sequences)) {
      const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((document) => serialize(document))]);
      sections.push(Buffer.from([1]), int32(content.length + 4), content);
    }
    const reply = await this.#exchange(MESSAGE, Buffer.concat([int32(0), ...sections]));
    return deserialize(reply.subarray(21));
  }

  /** Sends a command as an OP_QUERY, as old drivers do first. */
  async query(body: Document): Promise<Document> {
    const head = Buffer.concat([int32(0), Buffer.from('admin.$cmd\0'), int32(0), int32(-1)]);
    const reply = await this.#exchange(QUERY, Buffer.concat([head, serialize(body)]));
    return deserialize(reply.subarray(36));
  }

  /** Sends raw bytes; resolves when the server closes the connection. */
  sendUntilClosed(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve());
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #exchange(opCode: number, content: Buffer): Promise<Buffer> {
    const head = Buffer.concat([int32(content.length + 16), int32(1), int32(0), int32(opCode)]);
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) throw new ServerGone('The server had hung up');
      this.#waiting.push({ resolve, reject });
      this.socket.write(Buffer.concat([head, content]));
    });
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
