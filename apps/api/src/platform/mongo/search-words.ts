/** Longer words are found by their beginning. The embedded database limits index entries to 1,900 bytes. */
const MAX_WORD_CHARACTERS = 64;

/** The words of the given texts, as stored in a document so that an index can find each of them by its prefix. */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text ?? '')))];
}

/** A filter that requires each search word to be a prefix of a word in the document. */
export function searchFilter(field: string, search: string | undefined): Record<string, unknown> {
  const words = wordsOf(search ?? '');
  return words.length === 0
    ? {}
    : { $and: words.map((word) => ({ [field]: { $regex: `^${escapedForRegex(word)}` } })) };
}

function wordsOf(text: string): string[] {
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
    field === '$and' ? (condition as Record<string, unknown>[]).some(isSearch) : field === 'searchWords',
  );
}

/** The text as a pattern that matches it literally. */
export function escapedForRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
}
