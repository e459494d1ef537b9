import type { Document } from '../query/bson.js';
import type { Call, Command } from './command.js';

/** The version that the engine reports; its commands and replies are those of this version. */
export const SERVER_VERSION = '7.0.14';
const WIRE_VERSION = 21;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const SESSION_MINUTES = 30;

/** Describes the server to a driver. */
export const hello: Command = {
  names: ['hello', 'isMaster', 'ismaster'],
  fields: [
    'helloOk',
    'client',
    'compression',
    'loadBalanced',
    'saslSupportedMechs',
    'speculativeAuthenticate',
    'topologyVersion',
    'maxAwaitTimeMS',
    'backpressure',
  ],
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
export const ping: Command = { names: ['ping'], fields: [], anytime: true, run: () => ({}) };

export const buildInfo: Command = {
  names: ['buildInfo', 'buildinfo'],
  fields: [],
  anytime: true,
  run: () => ({
    version: SERVER_VERSION,
    gitVersion: 'embedded',
    modules: ['embedded-mongo'],
    storageEngines: ['lmdb', 'ephemeralForTest'],
    versionArray: [...SERVER_VERSION.split('.').map(Number), 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  }),
};
