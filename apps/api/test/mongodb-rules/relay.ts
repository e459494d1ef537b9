import { mongo } from 'mongoose';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { CommandChecker } from './rules';
import type { Fields } from './statement';

const HEADER = 16;
const OP_MSG = 2013;

/** Stands between a program and the database, and has each command checked that the program sends. */
export class Relay {
  private constructor(
    private readonly server: Server,
    readonly checker: CommandChecker,
    readonly names: ReadonlySet<string>,
  ) {}

  /** @param uri the connection string of the database */
  static async start(uri: string, checker: CommandChecker): Promise<Relay> {
    const names = new Set<string>();
    const [host = '', port] = decodeURIComponent(new URL(uri).host).split(':');
    const server = createServer((program) => {
      const database = host.startsWith('/') ? connect(host) : connect(Number(port ?? 27_017), host);
      let received = Buffer.alloc(0);
      program.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        while (received.length >= HEADER && received.length >= received.readInt32LE(0)) {
          const command = commandOf(received.subarray(0, received.readInt32LE(0)));
          received = received.subarray(received.readInt32LE(0));
          const [name] = Object.keys(command);
          if (name === undefined) continue;
          names.add(name);
          checker.check(name, String(command['$db']), command);
        }
      });
      program.pipe(database).pipe(program);
      program.on('error', () => database.destroy());
      database.on('error', () => program.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Relay(server, checker, names);
  }

  /** The address of a database for the program. */
  uri(database: string): string {
    return `mongodb://127.0.0.1:${(this.server.address() as AddressInfo).port}/${database}?directConnection=true`;
  }

  async stop(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}

/** The command of a message, with the documents that it sends in sequences; empty for older kinds of messages. */
function commandOf(message: Buffer): Fields {
  if (message.readInt32LE(12) !== OP_MSG) return {};
  const command: Fields = {};
  let at = HEADER + 4;
  while (at < message.length) {
    const kind = message[at];
    at += 1;
    const size = message.readInt32LE(at);
    if (kind === 0) Object.assign(command, deserialized(message.subarray(at, at + size)));
    else Object.assign(command, sequence(message.subarray(at + 4, at + size)));
    at += size;
  }
  return command;
}

function sequence(bytes: Buffer): Fields {
  const end = bytes.indexOf(0);
  const documents: Fields[] = [];
  for (let at = end + 1; at < bytes.length; at += bytes.readInt32LE(at)) {
    documents.push(deserialized(bytes.subarray(at, at + bytes.readInt32LE(at))));
  }
  return { [bytes.toString('utf8', 0, end)]: documents };
}

function deserialized(bytes: Buffer): Fields {
  return mongo.BSON.deserialize(bytes, { promoteValues: true });
}
