import { mongo } from 'mongoose';
import { CommandChecker } from './rules';

/** Checks the commands of all clients, each of which is watched from its connection on. */
export const checker = new CommandChecker();

/** The application name of clients that only copy what other clients have written. */
export const UNWATCHED = 'unwatched';

const { prototype } = mongo.MongoClient;
const connect: (this: mongo.MongoClient) => Promise<mongo.MongoClient> = Reflect.get(prototype, 'connect');
const watched = new WeakSet<mongo.MongoClient>();

prototype.connect = function (this: mongo.MongoClient) {
  if (!watched.has(this) && this.options.appName !== UNWATCHED) {
    watched.add(this);
    this.options.monitorCommands = true;
    this.on('commandStarted', ({ commandName, databaseName, command }) =>
      checker.check(commandName, databaseName, command),
    );
  }
  return connect.call(this);
};
