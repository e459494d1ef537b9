import { refused } from '../../supported.js';
import { type Document, isDocument } from '../bson.js';
import { describe } from '../describe.js';
import { isOneOf } from '../filter.js';
import { keyString } from '../keys.js';
import { isFieldName, parsePath, type Path, setField, walk } from '../paths.js';
import { gather, type StageCompiler } from './stages.js';

const ARGUMENTS = ['from', 'as', 'localField', 'foreignField'] as const;

/** `$lookup` by equal fields: one search of the other collection for each array of documents. */
export const lookup: StageCompiler = (argument, context) => {
  const { from, as, localField, foreignField } = readLookup(argument);
  const [local, foreign] = [parsePath(localField), parsePath(foreignField)];
  return function* (source) {
    for (const batch of source) {
      const wanted = batch.map((document) => valuesAt(document, local, false));
      const search = isOneOf(foreign, [...new Map(wanted.flatMap((values) => [...values])).values()]);
      const found = yield* gather(context.find(from, search), '$lookup', context);
      const partners = groupedBy(found, foreign);
      for (const [i, document] of batch.entries()) {
        const keys = [...(wanted[i]?.keys() ?? [])];
        const joined = new Set(keys.flatMap((key) => partners.get(key) ?? []));
        const copy = { ...document };
        setField(copy, as, [...joined]);
        yield [copy];
      }
    }
  };
};

function readLookup(argument: unknown): Record<(typeof ARGUMENTS)[number], string> {
  if (!isDocument(argument)) throw refused('stage', `$lookup: ${describe(argument)}`);
  const names: readonly string[] = ARGUMENTS;
  const unknown = Object.keys(argument).find((name) => !names.includes(name));
  const missing = names.find((name) => typeof argument[name] !== 'string');
  if (unknown !== undefined) throw refused('stage', `$lookup with ${unknown}`);
  if (missing !== undefined) throw refused('stage', `$lookup without ${missing}`);
  if (!isFieldName(argument.as as string)) throw refused('stage', `$lookup as ${describe(argument.as)}`);
  return argument as Record<(typeof ARGUMENTS)[number], string>;
}

/** The values by which a document joins: the elements of an array, also the array itself on request; null if missing. */
function valuesAt(document: Document, path: Path, withArrays: boolean): Map<string, unknown> {
  const values = new Map<string, unknown>();
  walk(document, path, true, (value) => {
    if (withArrays || !Array.isArray(value)) values.set(keyString(value ?? null), value ?? null);
    return false;
  });
  return values;
}

function groupedBy(documents: readonly Document[], path: Path): Map<string, Document[]> {
  const groups = new Map<string, Document[]>();
  for (const document of documents) {
    for (const key of valuesAt(document, path, true).keys()) {
      const group = groups.get(key);
      if (group) group.push(document);
      else groups.set(key, [document]);
    }
  }
  return groups;
}
