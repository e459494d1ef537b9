export * from './laboratory.factory.js';
export * from './session-user.factory.js';
export * from './sequence.js';
export * from './staff.factory.js';
export * from './transaction.factory.js';
