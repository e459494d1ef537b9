import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { spooled } from './spool';

const named = () => readdir(join(tmpdir(), 'shifa-files'));
async function* partsOf(...parts: Uint8Array[]) {
  for (const part of parts) {
    await Promise.resolve();
    yield part;
  }
}

describe('a temporary file', () => {
  it.each([0, 1, 65_536, 65_537, 1_000_000])('of %i bytes is read as it was written', async (size) => {
    const bytes = randomBytes(size);
    const { content, complete } = await spooled('asha', () => partsOf(bytes.subarray(0, 10), bytes.subarray(10)));
    expect((await buffer(content)).equals(bytes)).toBe(true);
    await expect(complete).resolves.toBe(size);
  });

  it('is complete although nobody reads it, and has no name by which it could remain', async () => {
    const before = await named();
    let read = 0;
    const { content, complete } = await spooled('asha', async function* () {
      for (; read < 40; read += 1) {
        await Promise.resolve();
        yield randomBytes(65_536);
      }
    });
    await expect(complete).resolves.toBe(40 * 65_536);
    expect(await named()).toEqual(before);
    content.destroy();
  });

  it('is followed while it is written', async () => {
    let more: (part: Uint8Array) => void = () => undefined;
    const { content } = await spooled('asha', async function* () {
      yield Buffer.from('first');
      yield await new Promise<Uint8Array>((resolve) => (more = resolve));
    });
    const parts = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await parts.next()).value)).toBe('first');
    const next = parts.next();
    more(Buffer.from('second'));
    expect(String((await next).value)).toBe('second');
    expect((await parts.next()).done).toBe(true);
  });

  it('fails with its source: before the first part where it is asked for, later where it is read', async () => {
    const failing = async function* (...parts: string[]) {
      for (const part of parts) yield await Promise.resolve(Buffer.from(part));
      throw new Error('the source has failed');
    };
    await expect(spooled('asha', () => failing())).rejects.toThrow('the source has failed');
    const { content, complete } = await spooled('asha', () => failing('first'));
    await expect(buffer(content)).rejects.toThrow('the source has failed');
    await expect(complete).rejects.toThrow('the source has failed');
  });

  it('stops its source when the reader goes', async () => {
    let closed = false;
    const { content, complete } = await spooled('asha', async function* (signal) {
      try {
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          yield Buffer.from(String(signal.aborted));
        }
      } finally {
        closed = true;
      }
    });
    content.destroy();
    await expect(complete).rejects.toThrow();
    expect(closed).toBe(true);
  });

  it('is removed after a while if nobody ever takes it, and harms nobody', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { content, complete } = await spooled('asha', () => partsOf(randomBytes(10)));
    await complete;
    jest.advanceTimersByTime(120_000);
    jest.useRealTimers();
    await new Promise((resolve) => content.once('close', resolve));
    expect(content.errored?.message).toBe('The reader of a file has stalled');
  });

  it('is refused to a person who leaves many of them, and to nobody else', async () => {
    const keep = (person: string) => spooled(person, () => partsOf(Buffer.from('x')));
    const files = await Promise.all(Array.from({ length: 12 }, () => keep('ravi')));
    await expect(keep('ravi')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const other = await keep('asha');
    const closed = [...files, other].map(({ content }) => new Promise((resolve) => content.on('close', resolve)));
    for (const { content } of [...files, other]) content.destroy();
    await Promise.all(closed);
    const again = await keep('ravi');
    await buffer(again.content);
  });
});
