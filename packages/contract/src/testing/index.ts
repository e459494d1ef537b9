export * from './laboratory.factory.js';
export * from './session-user.factory.js';
export * from './sequence.js';
