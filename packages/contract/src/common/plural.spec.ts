import { describe, expect, it } from 'vitest';
import { plural } from './plural.js';

describe('the form of a text', () => {
  it.each([
    [0, 'items'],
    [1, 'item'],
    [-1, 'item'],
    [1.5, 'items'],
    [21, 'items'],
  ])('follows a count of %d', (count, form) => {
    expect(plural(count, 'item', 'items')).toBe(form);
  });
});
