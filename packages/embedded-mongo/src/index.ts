export { embeddedMongodPath, startEmbeddedMongo } from './launcher/launcher.js';
export type { EmbeddedMongo, EmbeddedMongoExit, EmbeddedMongoOptions } from './launcher/launcher.js';
