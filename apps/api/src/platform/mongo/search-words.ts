import type { Types } from 'mongoose';
import type { Migration } from './migrations';
import { renewFields } from './renew-fields';

/** Longer words are found by their beginning. The embedded database limits index entries to 1,900 bytes. */
const MAX_WORD_CHARACTERS = 64;

/** A document has fewer: texts that are found by their words are short. */
export const MAX_SEARCH_WORDS = 1_000;

/** Around a word, what is no part of it: `"Sunrise"`, `#42`, `[urgent]`. */
const EDGES = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;
/** Within a word, what may only look like a part of it: `Dr.Rao`, `Asha's`, `Apollo&Co`. Not in numbers such as `1.50`. */
const SEAMS = /["'“”‘’«»[\]{}<>#!?*&+|~]+|(?<=\p{L})\.|\.(?=\p{L})/u;

/**
 * The words of the given texts, as stored in a document so that an index can find each of them by its prefix. Words with
 * punctuation are also found without it and by their parts, which follow the words themselves.
 */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => splitWords(text ?? ''));
  const parts = words.flatMap((word) => {
    const bare = word.replaceAll(EDGES, '');
    return bare.includes('@') ? [bare] : [bare, ...bare.split(SEAMS)];
  });
  return [...new Set([...words, ...parts])].filter(Boolean).slice(0, MAX_SEARCH_WORDS);
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

/** A filter that requires each search word to be a prefix of a word in the document, with or without punctuation. */
export function searchFilter(field: string, search: string | undefined): Record<string, unknown> {
  const typed = splitWords(search ?? '');
  const bare = typed.map((word) => word.replaceAll(EDGES, '')).filter(Boolean);
  const words = bare.length === 0 ? typed : bare;
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

/** Finds documents of earlier versions without the punctuation of their words, and by the parts of these. */
export const findWordsInPunctuation: Migration = {
  id: '2026-11-28-find-words-in-punctuation',
  up: async (connection, signal) => {
    const searched = Object.values(connection.models).filter(({ schema }) => 'searchWords' in schema.paths);
    for (const { collection } of searched) {
      const stored = connection.collection<{ _id: Types.ObjectId; searchWords?: string[] }>(collection.name);
      await renewFields(
        connection,
        collection.name,
        withNewWords(stored.find({}, { projection: { searchWords: 1 } })),
        signal,
      );
    }
  },
};

async function* withNewWords(rows: AsyncIterable<{ _id: Types.ObjectId; searchWords?: string[] }>) {
  for await (const { _id, searchWords: known = [] } of rows) {
    const words = searchWords(...known);
    if (words.length > known.length) yield { _id, searchWords: words };
  }
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
