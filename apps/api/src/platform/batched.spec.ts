import { oneAhead } from './batched';

describe('a source that is asked one item ahead', () => {
  const events: string[] = [];
  async function* source(last: number) {
    try {
      for (let item = 1; item <= last; item++) {
        events.push(`asked ${item}`);
        yield await Promise.resolve(item);
      }
    } finally {
      events.push('closed');
    }
  }
  beforeEach(() => (events.length = 0));

  it('reads the next item while one is handled, and none beyond it', async () => {
    for await (const item of oneAhead(source(3))) {
      await new Promise(setImmediate);
      events.push(`handled ${item}`);
    }
    const expected = ['asked 1', 'asked 2', 'handled 1', 'asked 3', 'handled 2', 'closed', 'handled 3'];
    expect(events).toEqual(expected);
  });

  it('is closed when its reader stops', async () => {
    for await (const item of oneAhead(source(3))) if (item === 1) break;
    expect(events).toEqual(['asked 1', 'asked 2', 'closed']);
  });

  it('fails when the item that failed is wanted', async () => {
    async function* failing() {
      yield* source(1);
      throw new Error('no more');
    }
    const handled: number[] = [];
    const reading = (async () => {
      for await (const item of oneAhead(failing())) {
        await new Promise(setImmediate);
        handled.push(item);
      }
    })();
    await expect(reading).rejects.toThrow('no more');
    expect(handled).toEqual([1]);
  });
});
