import { refusals as refusedNames } from '../supported.js';
import type { Command } from './call.js';

/** The wire version of MongoDB 7.0, whose commands and replies the engine has. */
const WIRE_VERSION = 21;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const SESSION_MINUTES = 30;

/**
 * Describes the server to a driver: as the primary of a replica set with one member, because drivers use transactions
 * and retryable writes only with a replica set.
 */
export const hello: Command = {
  run({ name, body, engine, sent }) {
    const { address } = engine.options;
    return {
      [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
      hosts: [address],
      setName: 'embedded',
      primary: address,
      ...(body.helloOk === true ? { helloOk: true } : {}),
      maxBsonObjectSize: MAX_DOCUMENT_BYTES,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      logicalSessionTimeoutMinutes: SESSION_MINUTES,
      connectionId: sent.connectionId,
      minWireVersion: 0,
      maxWireVersion: WIRE_VERSION,
    };
  },
};

export const ping: Command = { run: () => ({}) };

/** What was refused since the start. This command is the engine's own, for tests; MongoDB does not have it. */
export const refusals: Command = { adminOnly: true, run: () => ({ refusals: [...refusedNames] }) };
