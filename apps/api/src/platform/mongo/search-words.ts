/** The words of some texts as a document keeps them, so that each can be found by its beginning through an index. */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text ?? '')))];
}

/** A filter that asks each typed word to begin a word of the document. */
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
