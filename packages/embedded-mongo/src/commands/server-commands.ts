import type { Document } from '../query/bson.js';
import { refusals as refusedNames } from '../supported.js';
import type { Call, Command } from './command.js';
import { documentField } from './fields.js';

/** The version that the engine reports; its commands and replies are those of this version. */
export const SERVER_VERSION = '7.0.14';
const WIRE_VERSION = 21;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const SESSION_MINUTES = 30;

/** Describes the server to a driver. */
export const hello: Command = {
  anytime: true,
  run(call) {
    const { name } = call;
    return {
      ...roleOf(call, name === 'hello' ? 'isWritablePrimary' : 'ismaster'),
      ...(call.body.helloOk === true ? { helloOk: true } : {}),
      maxBsonObjectSize: MAX_DOCUMENT_BYTES,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: call.now,
      logicalSessionTimeoutMinutes: SESSION_MINUTES,
      connectionId: call.connectionId,
      minWireVersion: 0,
      maxWireVersion: WIRE_VERSION,
      readOnly: false,
    };
  },
};

function roleOf({ engine }: Call, primary: string): Document {
  const { replicaSet, options } = engine;
  if (!replicaSet.isPrimary) {
    return {
      [primary]: false,
      secondary: false,
      isreplicaset: true,
      info: 'Does not have a valid replica set config',
    };
  }
  const [host = options.address] = replicaSet.hosts;
  return {
    [primary]: true,
    secondary: false,
    hosts: [host],
    setName: replicaSet.name,
    setVersion: 1,
    primary: host,
    me: host,
  };
}

/** Confirms that the server is running. */
export const ping: Command = { anytime: true, run: () => ({}) };

/** Makes a server that was started with the name of a replica set its only member. */
export const replSetInitiate: Command = {
  adminOnly: true,
  anytime: true,
  async run(call) {
    await call.engine.replicaSet.initiate(documentField(call.body, 'replSetInitiate'));
    return {};
  },
};

/** Replies, then ends the process. */
export const shutdown: Command = {
  adminOnly: true,
  anytime: true,
  run({ engine }) {
    setImmediate(() => engine.options.shutdown());
    return {};
  },
};

/** What was refused since the start. This command is the engine's own, for tests; MongoDB does not have it. */
export const refusals: Command = { adminOnly: true, run: () => ({ refusals: [...refusedNames] }) };
