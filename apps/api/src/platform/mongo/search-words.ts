/** The words of the given texts, as stored in a document so that an index can find each of them by its prefix. */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text ?? '')))];
}

/** A filter that requires each search word to be a prefix of a word in the document. */
export function searchFilter(field: string, search: string | undefined): Record<string, unknown> {
  const words = wordsOf(search ?? '');
  return words.length === 0 ? {} : { $and: words.map((word) => ({ [field]: { $regex: `^${escaped(word)}` } })) };
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,;:/()]+/u)
    .filter(Boolean);
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
}
