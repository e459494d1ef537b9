import { bytesOf, type Fields, fieldsOf, isFields, isWhole, listOf, type Rule, type Statement } from './statement';

const OPTIONS = new Set(
  (
    'key name unique partialFilterExpression sparse expireAfterSeconds hidden storageEngine weights default_language ' +
    'language_override textIndexVersion 2dsphereIndexVersion bits min max collation wildcardProjection v background ' +
    'prepareUnique clustered'
  ).split(' '),
);
const TYPES = ['text', '2d', '2dsphere', 'hashed'];
const IN_PARTIAL = ['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in', '$geoWithin', '$geoIntersects'];
const MOST_INDEXES = 64;
const LONGEST_EXPIRY = 2_147_483_647;
const commands = 'reference/command/createIndexes/';
const partial = 'core/index-partial/';
const limits = 'reference/limits/';

const created = ({ name, command }: Statement) => (name === 'createIndexes' ? listOf(command['indexes']) : []);
const keysOf = (index: Fields) => Object.keys(fieldsOf(index['key']));
const typesOf = (index: Fields) => Object.values(fieldsOf(index['key']));
const any = (isBroken: (index: Fields) => boolean) => (statement: Statement) => created(statement).some(isBroken);
const isId = (index: Fields) => keysOf(index).join() === '_id';

/** Whether a filter of a partial index has something that such filters cannot have. */
function isBeyondPartial(filter: Fields): boolean {
  return Object.entries(filter).some(([name, condition]) => {
    if (name === '$and' || name === '$or') return listOf(condition).some(isBeyondPartial);
    if (name.startsWith('$')) return true;
    const operators = Object.entries(fieldsOf(condition)).filter(([operator]) => operator.startsWith('$'));
    return (
      condition instanceof RegExp ||
      operators.some(
        ([operator, value]) => !IN_PARTIAL.includes(operator) || (operator === '$exists' && value !== true),
      )
    );
  });
}

/** What makes two indexes the same; the others are properties that may not differ. */
function signature(index: Fields): string {
  return JSON.stringify([fieldsOf(index['key']), index['collation'], index['partialFilterExpression']]);
}

function conflicts(statement: Statement): boolean {
  return created(statement).some((index) => {
    const other = statement.indexes.get(String(index['name']));
    if (other) {
      const properties = ['unique', 'sparse', 'expireAfterSeconds'];
      return signature(other) !== signature(index) || properties.some((name) => other[name] !== index[name]);
    }
    return [...statement.indexes.values()].some((earlier) => signature(earlier) === signature(index));
  });
}

/** Whether two fields of a compound index are lists in the document. */
function hasParallelLists(document: Fields, index: Fields): boolean {
  const lists = keysOf(index).flatMap((path) => listsAlong(document, path.split('.')));
  return new Set(lists).size > 1;
}

/** The first list on the way to a field, since two fields of the same list are no parallel lists. */
function listsAlong(value: unknown, [first, ...rest]: string[]): unknown[] {
  if (Array.isArray(value)) return [value];
  return first === undefined || !isFields(value) ? [] : listsAlong(value[first], rest);
}

const keyText = (key: unknown) => JSON.stringify(fieldsOf(key));

/** Limits of indexes and their options. */
export const indexRules: Rule[] = [
  {
    says: 'A collection has at most 64 indexes',
    page: limits,
    isBroken: (statement) => {
      const names = new Set([...statement.indexes.keys(), ...created(statement).map((index) => String(index['name']))]);
      return created(statement).length > 0 && names.size + 1 > MOST_INDEXES;
    },
  },
  {
    says: 'A compound index has at most 32 fields',
    page: limits,
    isBroken: any((index) => keysOf(index).length > 32),
  },
  {
    says: "An index has a key and a name that isn't empty",
    page: commands,
    isBroken: any(
      (index) => keysOf(index).length === 0 || typeof index['name'] !== 'string' || [''].includes(index['name']),
    ),
  },
  {
    says: 'The key of an index has a direction (a number other than 0) or a type for each field',
    page: 'indexes/',
    isBroken: any((index) =>
      typesOf(index).some((type) => (typeof type === 'number' ? type === 0 : !TYPES.includes(type as string))),
    ),
  },
  {
    says: "A field of an index has no empty part and doesn't start with a dollar sign",
    page: commands,
    isBroken: any((index) =>
      keysOf(index).some((path) => path.split('.').some((part) => part === '' || (part[0] === '$' && part !== '$**'))),
    ),
  },
  {
    says: 'createIndexes knows no other options of an index',
    page: commands,
    isBroken: any((index) => Object.keys(index).some((option) => !OPTIONS.has(option))),
  },
  {
    says: 'The filter of a partial index has equality, $exists: true, $gt, $gte, $lt, $lte, $type, $and, $or and $in only',
    page: partial,
    isBroken: any((index) => isBeyondPartial(fieldsOf(index['partialFilterExpression']))),
  },
  {
    says: "An index isn't both partial and sparse",
    page: partial,
    isBroken: any((index) => 'partialFilterExpression' in index && index['sparse'] === true),
  },
  {
    says: "The index on _id isn't partial, sparse or hidden",
    page: partial,
    isBroken: any(
      (index) =>
        isId(index) && ('partialFilterExpression' in index || index['sparse'] === true || index['hidden'] === true),
    ),
  },
  {
    says: 'A TTL index has a single field, other than _id',
    page: 'core/index-ttl/',
    isBroken: any((index) => 'expireAfterSeconds' in index && (keysOf(index).length !== 1 || isId(index))),
  },
  {
    says: 'expireAfterSeconds is from 0 to 2147483647',
    page: 'core/index-ttl/',
    isBroken: any((index) => 'expireAfterSeconds' in index && !isWhole(index['expireAfterSeconds'], 0, LONGEST_EXPIRY)),
  },
  {
    says: 'A collection has at most one text index',
    page: 'core/indexes/index-types/index-text/',
    isBroken: (statement) =>
      created(statement).some((index) => typesOf(index).includes('text')) &&
      [...statement.indexes.values(), ...created(statement)].filter((index) => typesOf(index).includes('text')).length >
        1,
  },
  {
    says: "A hashed index isn't unique and has one hashed field",
    page: 'core/indexes/index-types/index-hashed/',
    isBroken: any((index) => {
      const hashed = typesOf(index).filter((type) => type === 'hashed').length;
      return hashed > 1 || (hashed === 1 && index['unique'] === true);
    }),
  },
  {
    says: 'A wildcard index is neither unique nor a TTL index',
    page: 'core/indexes/index-types/index-wildcard/',
    isBroken: any(
      (index) =>
        keysOf(index).some((path) => path.endsWith('$**')) &&
        (index['unique'] === true || 'expireAfterSeconds' in index),
    ),
  },
  {
    says: 'A collation names a locale',
    page: 'reference/collation/',
    isBroken: (statement) =>
      [statement.command, ...created(statement)].some(
        ({ collation }) => collation !== undefined && typeof fieldsOf(collation)['locale'] !== 'string',
      ),
  },
  {
    says: "An index isn't created again with another name or other options",
    page: 'reference/method/db.collection.createIndex/',
    isBroken: conflicts,
  },
  {
    says: 'A document has at most one list among the fields of a compound index',
    page: 'core/indexes/index-types/index-multikey/',
    isBroken: ({ name, command, indexes }) =>
      name === 'insert' &&
      [...indexes.values()].some(
        (index) =>
          keysOf(index).length > 1 &&
          listOf(command['documents']).some((document) => hasParallelLists(document, index)),
      ),
  },
  {
    says: 'A hint is the name or the key of an existing index',
    page: 'reference/method/cursor.hint/',
    isBroken: ({ command: { hint }, indexes }) =>
      hint !== undefined &&
      !(typeof hint === 'string'
        ? hint === '_id_' || indexes.has(hint)
        : ['{"_id":1}', '{"$natural":1}', '{"$natural":-1}'].includes(keyText(hint)) ||
          [...indexes.values()].some((index) => keyText(index['key']) === keyText(hint))),
  },
  {
    says: 'A namespace with its database has at most 255 bytes',
    page: limits,
    isBroken: ({ database, name, command }) =>
      typeof command[name] === 'string' && bytesOf(`${database}.${command[name]}`) > 255,
  },
];
