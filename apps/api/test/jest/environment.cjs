const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** What jest-circus keeps on the global object for one test file, under symbols with these descriptions. */
const OF_ONE_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL'];

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
    shared.exit ??= shared.global.process.exit;
    return shared;
  }

  async teardown() {
    // What is run again enables its storage again.
    for (const storage of storages) storage.disable();
    storages.clear();
    for (const symbol of Object.getOwnPropertySymbols(this.global)) {
      if (OF_ONE_FILE.includes(symbol.description)) delete this.global[symbol];
    }
    // Jest wraps it anew for each test file.
    this.global.process.exit = this.exit;
    // The globals of earlier files, which hold everything that these files held.
    this._globalProxy.leftovers = [];
  }
}

module.exports = SharedEnvironment;
