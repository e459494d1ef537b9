// Loaded in the worker threads that tests start: compiles their TypeScript files as jest does.
const { transformFileSync } = require('@swc/core');
const { transform } = require('../jest.config.cjs');

const [, options] = transform['^.+\\.ts$'];

require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
