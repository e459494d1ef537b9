import { refused } from '../../supported.js';
import { type Document, isDocument, typeNameOf } from '../bson.js';
import { failedToParse } from '../error.js';
import { field, setField } from '../paths.js';
import { FieldJoin } from './field-join.js';
import type { StageCompiler } from './stage.js';

const ARGUMENTS = ['from', 'as', 'localField', 'foreignField'] as const;

/** `$lookup` by equal fields. */
export const lookup: StageCompiler = (argument, context) => {
  const { from, as, localField, foreignField } = readLookup(argument);
  return function* (source) {
    const join = new FieldJoin(from, localField, foreignField, context);
    for (const batch of source) {
      for (const document of batch) yield [setAt(document, as.split('.'), yield* join.joinedDocuments(document))];
    }
  };
};

function readLookup(argument: unknown): Record<(typeof ARGUMENTS)[number], string> {
  if (!isDocument(argument)) {
    throw failedToParse(`the $lookup stage specification must be an object, but found ${typeNameOf(argument)}`);
  }
  const names: readonly string[] = ARGUMENTS;
  const unknown = Object.keys(argument).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refused('stage', `$lookup with ${unknown}`);
  for (const name of ARGUMENTS) {
    if (typeof argument[name] !== 'string') {
      throw failedToParse(`$lookup argument '${name}' must be a string, found ${typeNameOf(argument[name])}`);
    }
  }
  return argument as Record<(typeof ARGUMENTS)[number], string>;
}

/** A copy of the document with a value at a path; missing sub-documents are created. */
function setAt(document: Document, parts: readonly string[], value: unknown): Document {
  const [name = '', ...rest] = parts;
  const child = field(document, name);
  const next = rest.length === 0 ? value : setAt(isDocument(child) ? child : {}, rest, value);
  const copy = { ...document };
  setField(copy, name, next);
  return copy;
}
