import { Logger } from '@nestjs/common';
import { attemptEach } from './attempt-each';
import { Job } from './job';
import { observe } from './observed';

const logger = new Logger('test');

class Jobs {
  constructor(private readonly failing: readonly string[]) {}

  @Job('first', { everyMs: 1_000 })
  async first(): Promise<string[]> {
    const attempt = (row: string) => (this.failing.includes(row) ? Promise.reject(new Error(row)) : Promise.resolve());
    return attemptEach(['a', 'b', 'c'], attempt, { logger });
  }
}

describe('rows of a job that fail', () => {
  const runs: [name: string, failedRows: number][] = [];
  let end: () => void;

  beforeAll(() => {
    jest.spyOn(logger, 'error').mockReturnValue();
    end = observe(async (work, run) => {
      const result = await run();
      runs.push([work.name, work.failedRows]);
      return result;
    });
  });
  beforeEach(() => runs.splice(0));
  afterAll(() => end());

  it('hold up no other, and are counted for their own run', async () => {
    const [failed] = await Promise.all([new Jobs(['a', 'c']).first(), new Jobs([]).first()]);
    expect(failed).toEqual(['a', 'c']);
    expect(runs.toSorted(([, a], [, b]) => a - b)).toEqual([
      ['first', 0],
      ['first', 2],
    ]);
  });

  it('count for nothing outside of a job', async () => {
    expect(await attemptEach(['a'], () => Promise.reject(new Error('a')), { logger })).toEqual(['a']);
    expect(runs).toEqual([]);
  });
});
