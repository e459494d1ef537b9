import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { releaseFiles } from './release.js';

const folder = new URL('../../release/', import.meta.url);
const files = await releaseFiles();

it.each(Object.keys(files))('release/%s is what the contract says', (name) => {
  let committed = '';
  try {
    committed = readFileSync(new URL(name, folder), 'utf8');
  } catch {
    // Missing, like outdated.
  }
  // Not compared with toBe, because the difference can have thousands of lines.
  expect(
    committed === files[name],
    'The contract has changed. Run `npm run contract:release` and commit the files.',
  ).toBe(true);
});

it('nothing else is released', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
});

it('is the same each time, with sorted names', async () => {
  expect(await releaseFiles()).toEqual(files);
  const { paths } = JSON.parse(files['openapi.json'] ?? '') as { paths: object };
  expect(Object.keys(paths)).toEqual(Object.keys(paths).sort());
});

it('has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(JSON.parse(files['openapi.json'] ?? '')).toMatchObject({ info: { version } });
});

it('says of every event from the server who receives it', () => {
  const { server } = JSON.parse(files['events.json'] ?? '') as { server: Record<string, { receivers: object }> };
  expect(Object.keys(server).length).toBeGreaterThan(20);
  for (const { receivers } of Object.values(server)) expect(receivers).not.toEqual({});
});
