import type { mongo } from 'mongoose';
import { CommandChecker } from './rules';

const checker = new CommandChecker();

// Every client of the file is watched from its connection on.
jest.mock('mongoose', () => {
  const mongoose = jest.requireActual<typeof import('mongoose')>('mongoose');
  const { prototype } = mongoose.mongo.MongoClient;
  const connect: (this: mongo.MongoClient) => Promise<mongo.MongoClient> = Reflect.get(prototype, 'connect');
  const watched = new WeakSet<mongo.MongoClient>();
  prototype.connect = function (this: mongo.MongoClient) {
    if (!watched.has(this)) {
      watched.add(this);
      this.options.monitorCommands = true;
      this.on('commandStarted', ({ commandName, databaseName, command }) =>
        checker.check(commandName, databaseName, command),
      );
    }
    return connect.call(this);
  };
  return mongoose;
});

/** A test fails if it, or what prepared it, sent something that MongoDB would refuse. */
function expectNothingBroken(): void {
  const broken = [...new Set(checker.broken.splice(0))];
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

afterEach(expectNothingBroken);
afterAll(expectNothingBroken);
