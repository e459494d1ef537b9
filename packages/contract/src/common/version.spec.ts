import { expect, it } from 'vitest';
import { isOutdated } from './version.js';

it.each([
  ['1.0.0', '2.0.0', true],
  ['9.9.9', '10.0.0', true],
  ['2.0.0', '2.7.1', false],
  ['3.0.0', '2.0.0', false],
  ['', '2.0.0', false],
  ['1', '2.0.0', false],
  ['-1.0.0', '2.0.0', false],
  ['1.0.0; x', '2.0.0', false],
])('a client of %j is outdated for %s: %s', (client, server, expected) => {
  expect(isOutdated(client, server)).toBe(expected);
});
