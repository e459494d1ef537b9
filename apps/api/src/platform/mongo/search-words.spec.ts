import { codeTexts, isSearch, searchFilter, searchWords } from './search-words';

describe('searching by words', () => {
  it('stores each word once, in lower case', () => {
    expect(searchWords('Shifa Salt Lake', 'KOL-2', 'salt lake', null)).toEqual(['shifa', 'salt', 'lake', 'kol-2']);
  });

  it.each([
    ['Dr.Rao', ['dr.rao', 'dr', 'rao']],
    ['"Sunrise" #42', ['"sunrise"', '#42', 'sunrise', '42']],
    ['[urgent] -final', ['[urgent]', '-final', 'urgent', 'final']],
    ["O'Brien’s", ["o'brien’s", 'o', 'brien', 's']],
    ['asha.rao@lab.example', ['asha.rao@lab.example']],
    ['₹1.50', ['₹1.50', '1.50']],
    ['ABC-2026-27', ['abc-2026-27']],
    ['कोलकाता।', ['कोलकाता।', 'कोलकाता']],
  ])('stores %s with and without its punctuation', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('stores no more words than a document may have, whole words first', () => {
    const words = searchWords(Array.from({ length: 900 }, (_, index) => `"${index}x"`).join(' '));
    expect([words.length, words[899], words[900]]).toEqual([1_000, '"899x"', '0x']);
  });

  it('requires every search word, and matches it literally', () => {
    expect(searchFilter('words', '  Salt a.*b  ')).toEqual({
      $and: [{ words: { $regex: '^salt' } }, { words: { $regex: String.raw`^a\.\*b` } }],
    });
    expect(searchFilter('words', '"Salt" #')).toEqual({ $and: [{ words: { $regex: '^salt' } }] });
    expect(searchFilter('words', '#')).toEqual({ $and: [{ words: { $regex: '^#' } }] });
    expect(searchFilter('words', ' ')).toEqual({});
    expect(searchFilter('words', undefined)).toEqual({});
  });

  it('stores the beginning of a long word, also if normalising makes it longer, and finds it by more', () => {
    const word = '\u0958'.repeat(500);
    const [stored = ''] = searchWords(word);
    expect(Buffer.byteLength(stored)).toBeLessThan(300);
    expect(searchFilter('words', word)).toEqual({ $and: [{ words: { $regex: `^${stored}` } }] });
    expect(searchWords('\u{1F52C}'.repeat(100))).toEqual(['\u{1F52C}'.repeat(64)]);
  });

  it.each([
    ['KOL-2026-27-000406', ['kol-2026-27-000406', '2026-27-000406', '27-000406', '000406', '406']],
    ['EMP0042', ['emp0042', '0042', '42']],
    ['NORTH', ['north']],
    ['LAB-000', ['lab-000', '000']],
  ])('finds the code %s by its tails', (code, words) => {
    expect(searchWords(...codeTexts(code))).toEqual(words);
  });

  it('recognizes a search beside another condition', () => {
    expect(isSearch({ $and: [{ $or: [searchFilter('searchWords', '406'), { amountPaise: 40_600 }] }] })).toBe(true);
    expect(isSearch({ $or: [{ amountPaise: 40_600 }] })).toBe(false);
  });

  it('treats the NUL character as a separator, because a regular expression cannot contain it', () => {
    expect(searchFilter('words', 'salt\0lake')).toEqual({
      $and: [{ words: { $regex: '^salt' } }, { words: { $regex: '^lake' } }],
    });
    expect(searchFilter('words', '\0')).toEqual({});
  });
});
