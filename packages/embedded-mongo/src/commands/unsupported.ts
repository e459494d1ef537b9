import { ErrorCode, MongoError } from '../query/error.js';

/** MongoDB features that this engine does not have, with an explanation for each. */
const REASONS: Record<string, readonly string[]> = {
  'the embedded database has no authentication; only its owner can reach it': [
    'saslStart',
    'saslContinue',
    'authenticate',
    'logout',
    'createUser',
    'updateUser',
    'dropUser',
    'usersInfo',
    'createRole',
    'updateRole',
    'dropRole',
    'rolesInfo',
    'grantRolesToUser',
    'revokeRolesFromUser',
    'dropAllUsersFromDatabase',
  ],
  'the embedded database does not run JavaScript': ['mapReduce', 'mapreduce', 'eval', 'group'],
  'the embedded database is not a sharded cluster': [
    'addShard',
    'enableSharding',
    'shardCollection',
    'listShards',
    'moveChunk',
    'split',
    'balancerStart',
    'balancerStop',
    'balancerStatus',
    'refineCollectionShardKey',
    'reshardCollection',
  ],
  'the embedded database is a replica set of one member': ['replSetStepDown', 'replSetFreeze', 'replSetSyncFrom'],
  'the embedded database does not have this command': [
    'geoSearch',
    'geoNear',
    'parallelCollectionScan',
    'convertToCapped',
    'cloneCollectionAsCapped',
    'compact',
    'reIndex',
    'dataSize',
    'dbHash',
    'top',
    'profile',
    'currentOp',
    'killOp',
    'fsync',
    'fsyncUnlock',
    'setParameter',
    'setFeatureCompatibilityVersion',
    'hostInfo',
    'planCacheClear',
    'planCacheListFilters',
    'createSearchIndexes',
    'listSearchIndexes',
    'dropSearchIndex',
    'updateSearchIndex',
    'killAllSessions',
    'killAllSessionsByPattern',
    'prepareTransaction',
    'configureFailPoint',
  ],
};

/** The error for a command that this engine does not have: 115 if MongoDB has it, otherwise 59. Both name it. */
export function noSuchCommand(name: string): MongoError {
  for (const [reason, names] of Object.entries(REASONS)) {
    if (names.includes(name)) {
      return new MongoError(ErrorCode.CommandNotSupported, `The command '${name}' is not supported: ${reason}`);
    }
  }
  return new MongoError(ErrorCode.CommandNotFound, `no such command: '${name}'`);
}
