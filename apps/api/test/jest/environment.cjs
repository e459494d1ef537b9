const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** What jest-circus keeps on the global object for one test file. */
const OF_ONE_FILE = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'];

let shared;

/**
 * Storages in use. Jest makes one for each test file, and Node before 24 goes through all of them at each promise, until
 * they are disabled.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

/** One environment for all test files of a worker, since they share their modules; see `runtime.cjs`. */
class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    shared ??= this;
    return shared;
  }

  async teardown() {
    // What is run again enables its storage again.
    for (const storage of storages) storage.disable();
    storages.clear();
    for (const name of OF_ONE_FILE) delete this.global[Symbol.for(name)];
    // The globals of earlier files, which hold everything that these files held.
    this._globalProxy.leftovers = [];
  }
}

module.exports = SharedEnvironment;
