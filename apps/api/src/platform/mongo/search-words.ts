/** Longer words are found by their beginning. The embedded database limits index entries to 1,900 bytes. */
const MAX_WORD_CHARACTERS = 64;

/** A document has fewer: texts that are found by their words are short. */
export const MAX_SEARCH_WORDS = 1_000;

/** The words of the given texts, as stored in a document so that an index can find each of them by its prefix. */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => splitWords(text ?? '')))];
}

/**
 * The texts by which people look for a code: itself and its tails. `KOL-2026-27-000406` is found by `2026-27-000406`,
 * `000406` and `406` too, and `EMP0042` by `0042` and `42`.
 */
export function codeTexts(code: string): string[] {
  const parts = code.split('-');
  const digits = /\d+$/.exec(code)?.[0] ?? '';
  const tails = parts.slice(1).map((_, index) => parts.slice(index + 1).join('-'));
  return [code, ...tails, digits, digits.replace(/^0+/, '')];
}

/** A filter that requires each search word to be a prefix of a word in the document. */
export function searchFilter(field: string, search: string | undefined): Record<string, unknown> {
  const words = splitWords(search ?? '');
  return words.length === 0
    ? {}
    : { $and: words.map((word) => ({ [field]: { $regex: `^${escapedForRegex(word)}` } })) };
}

function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      // MongoDB's regular expressions cannot contain the NUL character.
      .split(/[\s\0,;:/()]+/u)
      .filter(Boolean)
      .map((word) => Array.from(word).slice(0, MAX_WORD_CHARACTERS).join(''))
  );
}

/** Whether the filter contains one by {@link searchFilter} on the usual field. */
export function isSearch(filter: Record<string, unknown>): boolean {
  return Object.entries(filter).some(([field, condition]) =>
    field === '$and' || field === '$or'
      ? (condition as Record<string, unknown>[]).some(isSearch)
      : field === 'searchWords',
  );
}

/** The text as a pattern that matches it literally. */
export function escapedForRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
}
