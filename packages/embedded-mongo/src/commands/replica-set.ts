import { isDocument, type Document } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import type { Call, Command } from './command.js';

const NOT_YET_INITIALIZED = 94;

export const replSetInitiate: Command = {
  names: ['replSetInitiate'],
  fields: [],
  adminOnly: true,
  anytime: true,
  async run(call) {
    const { replSetInitiate: config } = call.body;
    await call.engine.replicaSet.initiate(isDocument(config) ? config : {});
    return {};
  },
};

export const replSetReconfig: Command = {
  names: ['replSetReconfig'],
  fields: ['force'],
  adminOnly: true,
  async run(call) {
    const { replSetReconfig: config } = call.body;
    await call.engine.replicaSet.reconfigure(isDocument(config) ? config : {});
    return {};
  },
};

export const replSetGetConfig: Command = {
  names: ['replSetGetConfig'],
  fields: ['commitmentStatus'],
  adminOnly: true,
  anytime: true,
  run: (call) => ({ config: configOf(call) }),
};

export const replSetGetStatus: Command = {
  names: ['replSetGetStatus'],
  fields: ['initialSync'],
  adminOnly: true,
  anytime: true,
  run(call) {
    configOf(call);
    const { replicaSet, startedAt } = call.engine;
    return {
      set: replicaSet.name,
      date: call.now,
      myState: 1,
      term: 1,
      heartbeatIntervalMillis: 2000,
      members: [
        {
          _id: 0,
          name: replicaSet.hosts[0],
          health: 1,
          state: 1,
          stateStr: 'PRIMARY',
          uptime: Math.floor((call.now.getTime() - startedAt.getTime()) / 1000),
          self: true,
        },
      ],
    };
  },
};

function configOf(call: Call): Document {
  const { config } = call.engine.replicaSet;
  if (!config) throw new MongoError(NOT_YET_INITIALIZED, 'no replset config has been received');
  return config;
}
