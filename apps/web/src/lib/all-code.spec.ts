import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { fakeFetch } from '../testing/fake-fetch';
import { keepAllCode } from './all-code';

const files = ['/assets/one-1.js', '/assets/two-2.css'];

function serve(missing?: string) {
  const code = (file: string) => () => new Response('', { status: file === missing ? 404 : 200 });
  const calls = fakeFetch({
    'GET /code.json': () => Response.json(files),
    ...Object.fromEntries(files.map((file) => [`GET ${file}`, code(file)])),
  });
  return () => calls.splice(0).map(({ path }) => path);
}

function connectedBy(network: object) {
  Object.defineProperty(navigator, 'connection', { value: network, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
}

beforeEach(() => localStorage.clear());

it('fetches every file of a version once', async () => {
  const asked = serve();
  await keepAllCode('/assets/index-1.js');
  expect(asked()).toEqual(['/code.json', ...files]);
  await keepAllCode('/assets/index-1.js');
  expect(asked()).toEqual([]);
  await keepAllCode('/assets/index-2.js');
  expect(asked()).toEqual(['/code.json', ...files]);
});

it('goes on at the next visit where a file was missing', async () => {
  const asked = serve(files[0]);
  await keepAllCode('/assets/index-1.js');
  expect(asked()).toEqual(['/code.json', files[0]]);
  await keepAllCode('/assets/index-1.js');
  expect(asked()).toHaveLength(2);
});

it.each([{ saveData: true }, { type: 'cellular', effectiveType: '4g' }, { effectiveType: '2g' }])(
  'fetches nothing over %j',
  async (network) => {
    connectedBy(network);
    const asked = serve();
    await keepAllCode('/assets/index-1.js');
    expect(asked()).toEqual([]);
  },
);
