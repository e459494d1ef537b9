import { refused } from '../supported.js';
import { type Document, isDocument } from './bson.js';
import { describe } from './describe.js';
import { compileExpression } from './expression.js';
import { type Evaluate, isTruthy } from './expression/operator.js';
import { isNumeric } from './number.js';
import { FieldTree } from './partial.js';
import { setField } from './paths.js';

export type Projection = (document: Document) => Document;

/** The fields of a projection at one level: each as a whole, or only some of its own. */
type Fields = Map<string, Fields | 'whole'>;

/**
 * Compiles a projection.
 * @param mayCompute whether it may compute fields, as a pipeline's `$project`.
 * @throws MongoError as `readProjection`
 */
export function compileProjection(specification: Document, mayCompute = false): Projection {
  if (Object.keys(specification).length === 0) return (document) => document;
  const { fields, includes, computed } = readProjection(specification, mayCompute);
  if (!includes) return (document) => exclude(document, fields);
  return (document) => {
    const result = include(document, fields);
    for (const [name, evaluate] of computed) {
      const value = evaluate(document);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
}

/** The fields that the projection of a find keeps; undefined if it keeps all but some. */
export function includedFields(specification: Document): FieldTree | undefined {
  const { fields, includes } = readProjection(specification, false);
  return includes ? asFieldTree(fields) : undefined;
}

function asFieldTree(fields: Fields): FieldTree {
  return new FieldTree(Array.from(fields, ([name, kept]) => [name, kept === 'whole' ? kept : asFieldTree(kept)]));
}

interface ReadProjection {
  /** What is kept, or left out. */
  fields: Fields;
  includes: boolean;
  computed: (readonly [name: string, evaluate: Evaluate])[];
}

/**
 * Reads inclusions or exclusions of whole fields, dotted or nested, and (in a pipeline) computed fields.
 * @throws MongoError 238 for a mixture of inclusion and exclusion, conflicting paths, operators and computed sub-fields
 */
function readProjection(specification: Document, mayCompute: boolean): ReadProjection {
  const flags = flagsIn(specification, []);
  const computed = flags.flatMap(({ parts, value }) => {
    if (isFlag(value)) return [];
    const [name = '', deeper] = parts;
    if (!mayCompute || deeper !== undefined) throw refused('projection', parts.join('.'));
    return [[name, compileExpression(value)] as const];
  });
  const others = flags.filter(({ parts, value }) => isFlag(value) && parts.join('.') !== '_id');
  const id = flags.find(({ parts }) => parts.join('.') === '_id');
  const includes = computed.length > 0 || isTruthy((others[0] ?? id)?.value);
  const fields: Fields = new Map();
  for (const { parts, value } of others) {
    if (isTruthy(value) !== includes) throw refused('projection', `${parts.join('.')}: ${describe(value)}`);
    add(fields, parts);
  }
  for (const [name] of computed) if (fields.has(name)) throw refused('projection', name);
  const keepsId = id === undefined || (isFlag(id.value) && isTruthy(id.value));
  if (keepsId === includes && !fields.has('_id')) fields.set('_id', 'whole');
  return { fields, includes, computed };
}

interface Flag {
  parts: readonly string[];
  value: unknown;
}

function flagsIn(specification: Document, parents: readonly string[]): Flag[] {
  return Object.entries(specification).flatMap(([name, value]) => {
    const parts = [...parents, ...pathParts(name)];
    if (!isDocument(value) || Object.keys(value)[0]?.startsWith('$')) return [{ parts, value }];
    if (Object.keys(value).length > 0) return flagsIn(value, parts);
    throw refused('projection', parts.join('.'));
  });
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || isNumeric(value);
}

function add(fields: Fields, [name = '', ...rest]: readonly string[]): void {
  const present = fields.get(name);
  if (present === 'whole' || (present && rest.length === 0)) throw refused('projection', name);
  const kept: Fields | 'whole' = rest.length === 0 ? 'whole' : (present ?? new Map());
  fields.set(name, kept);
  if (kept !== 'whole') add(kept, rest);
}

function pathParts(path: string): string[] {
  const parts = path.split('.');
  if (parts.some((part) => part === '' || part.startsWith('$'))) throw refused('projection', path);
  return parts;
}

function include(document: Document, fields: Fields): Document {
  const result: Document = {};
  for (const key of Object.keys(document)) {
    const kept = fields.get(key);
    if (kept === undefined) continue;
    const value = kept === 'whole' ? document[key] : below(document[key], kept, include);
    if (value !== undefined) setField(result, key, value);
  }
  return result;
}

function exclude(document: Document, fields: Fields): Document {
  const result: Document = {};
  for (const key of Object.keys(document)) {
    const dropped = fields.get(key);
    if (dropped === 'whole') continue;
    const value = document[key];
    setField(result, key, dropped ? (below(value, dropped, exclude) ?? value) : value);
  }
  return result;
}

// An array is projected element by element. What has no fields is dropped by an inclusion and kept by an exclusion.
function below(value: unknown, fields: Fields, apply: (document: Document, fields: Fields) => Document): unknown {
  if (isDocument(value)) return apply(value, fields);
  if (!Array.isArray(value)) return undefined;
  const elements = value.map(
    (element: unknown) => below(element, fields, apply) ?? (apply === exclude ? element : undefined),
  );
  return elements.filter((element) => element !== undefined);
}
