import { searchFilter, searchWords } from './search-words';

describe('searching by words', () => {
  it('stores each word once, in lower case', () => {
    expect(searchWords('Shifa Salt Lake', 'KOL-2', 'salt lake', null)).toEqual(['shifa', 'salt', 'lake', 'kol-2']);
  });

  it('requires every search word, and matches it literally', () => {
    expect(searchFilter('words', '  Salt .*  ')).toEqual({
      $and: [{ words: { $regex: '^salt' } }, { words: { $regex: String.raw`^\.\*` } }],
    });
    expect(searchFilter('words', ' ')).toEqual({});
    expect(searchFilter('words', undefined)).toEqual({});
  });
});
