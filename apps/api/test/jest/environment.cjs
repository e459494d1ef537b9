const { TestEnvironment } = require('jest-environment-node');

/** What jest-circus keeps on the global object for one test file. */
const OF_ONE_FILE = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'];

let shared;

/** One environment for all test files of a worker, since they share their modules; see `runtime.cjs`. */
class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    shared ??= this;
    return shared;
  }

  async teardown() {
    for (const name of OF_ONE_FILE) delete this.global[Symbol.for(name)];
  }
}

module.exports = SharedEnvironment;
