import { describe, expect, it } from 'vitest';
import { findGrowth, measureAll, readBudget, recordSizes } from './size.mjs';

const sizes = (lines, files = 10) => ({ features: { staff: { files, lines } }, packages: {} });

describe('the size budget', () => {
  it('holds for each feature and package', () => {
    const growth = findGrowth(measureAll(), readBudget()).map(
      ({ name, was, is }) =>
        `${name} has ${is.files} files and ${is.lines} lines, recorded are ${was?.files ?? 0} and ${was?.lines ?? 0}. ` +
        'Make it smaller, or run: npm run size -- --write "why it grew"',
    );
    expect(growth).toEqual([]);
  });

  it.each([
    ['5 % more lines', sizes(1050), sizes(1000), []],
    ['6 % more lines', sizes(1060), sizes(1000), ['staff']],
    ['one file of ten more', sizes(1000, 11), sizes(1000), ['staff']],
    ['fewer lines', sizes(100, 2), sizes(1000), []],
    ['a feature without a budget', sizes(10), { features: {}, packages: {} }, ['staff']],
  ])('judges %s', (_, is, was, expected) => {
    expect(findGrowth(is, was).map(({ name }) => name)).toEqual(expected);
  });

  it('records growth only with a reason, and keeps the reason of earlier growth', () => {
    expect(() => recordSizes(sizes(2000), sizes(1000))).toThrow('Say why these grew: features staff');
    const grown = recordSizes(sizes(2000), sizes(1000), 'Shift rosters');
    expect(grown.features.staff).toEqual({ files: 10, lines: 2000, reason: 'Shift rosters' });
    expect(recordSizes(sizes(2010), grown).features.staff).toEqual({ files: 10, lines: 2010, reason: 'Shift rosters' });
  });
});
