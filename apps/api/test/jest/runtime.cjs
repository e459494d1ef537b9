const { readFileSync } = require('node:fs');
const { default: Runtime } = require('jest-runtime');

/** In a test file that needs modules of its own, because a library keeps what it was first called with. */
const ALONE = '@isolated';

/** The runtime of a worker's first test file, which loads the modules for all of its test files. */
let first;

/**
 * Loads the product, its libraries and the helpers of tests once per worker. Jest loads them anew for each test file,
 * which took longer than most files take to run. Therefore, a test that changes a module's state changes it back, and
 * `jest.mock` has no effect on what is loaded already: use `jest.spyOn`.
 */
class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    this.setupFiles = new Set([...config.setupFiles, ...config.setupFilesAfterEnv]);
    this.isAlone = readFileSync(testPath, 'utf8').includes(ALONE);
    if (this.isAlone) return;
    first ??= this;
    // Errors pass through modules that the first one has loaded.
    this.transformCache.sourceMaps = first.transformCache.sourceMaps;
  }

  requireModule(from, name, options, isRequireActual) {
    const isShared = !this.isAlone && this !== first && name && !options?.isInternalModule && this.isShared(from, name);
    return isShared
      ? first.requireModule(from, name, options, isRequireActual)
      : super.requireModule(from, name, options, isRequireActual);
  }

  /** Setup files register hooks with each test file. */
  isShared(from, name) {
    return !this._resolution.isCoreModule(name) && !this.setupFiles.has(this._resolution.resolveCjs(from, name));
  }

  teardown() {
    if (this !== first) return super.teardown();
    this.restoreAllMocks();
    // Modules that were loaded for it go on loading others.
    this.enterTestCode();
  }
}

module.exports = { __esModule: true, default: SharedRuntime };
