import { join } from 'node:path';

const execArgv = ['--require', join(__dirname, 'typescript-workers.cjs')];

// Worker threads are outside jest's module system, so they are given a hook that compiles TypeScript.
jest.mock('piscina', () => {
  const { Piscina } = jest.requireActual<typeof import('piscina')>('piscina');
  type Options = ConstructorParameters<typeof Piscina>[0];
  return {
    Piscina: class extends Piscina {
      constructor(options: Options) {
        super({ ...options, execArgv });
      }
    },
  };
});
