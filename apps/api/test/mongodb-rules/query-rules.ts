import { type Fields, fieldsOf, filtersOf, isFields, isWhole, queryOf, type Rule, type Statement } from './statement';

const TOP = ['$and', '$or', '$nor'];
const TOP_OTHERS = [
  '$expr',
  '$text',
  '$where',
  '$comment',
  '$jsonSchema',
  '$alwaysTrue',
  '$alwaysFalse',
  '$sampleRate',
];
const OPERATORS = new Set(
  (
    '$eq $ne $gt $gte $lt $lte $in $nin $exists $type $regex $options $not $elemMatch $size $all $mod $bitsAllClear ' +
    '$bitsAllSet $bitsAnyClear $bitsAnySet $geoIntersects $geoWithin $near $nearSphere $maxDistance $minDistance ' +
    '$comment $ref $id $db'
  ).split(' '),
);
const TYPES = new Set(
  (
    'double string object array binData undefined objectId bool date null regex dbPointer javascript symbol ' +
    'javascriptWithScope int timestamp long decimal minKey maxKey number'
  ).split(' '),
);
const LONGEST_TIME = 2_147_483_647;
const operators = 'reference/operator/query/';

type Condition = [operator: string, value: unknown, siblings: Fields];

/** All documents that are filters: the filter itself, the branches of its logical operators and of `$elemMatch`. */
function branchesOf(filter: Fields): Fields[] {
  const inner = Object.entries(filter).flatMap(([name, value]) => {
    if (TOP.includes(name)) return Array.isArray(value) ? value.filter(isFields) : [];
    const within = fieldsOf(value)['$elemMatch'];
    return isFields(within) && !isOperators(within) ? [within] : [];
  });
  return [filter, ...inner.flatMap(branchesOf)];
}

const isOperators = (value: unknown) => isFields(value) && Object.keys(value)[0]?.startsWith('$') === true;

/** All operators on fields. */
function conditionsOf(statement: Statement): Condition[] {
  const ofField = (value: unknown): Condition[] => {
    if (!isFields(value) || !isOperators(value)) return [];
    return Object.entries(value).flatMap(([operator, operand]) => [
      [operator, operand, value] as Condition,
      ...(operator === '$not' || operator === '$elemMatch' ? ofField(operand) : []),
    ]);
  };
  return branches(statement).flatMap((branch) =>
    Object.entries(branch).flatMap(([name, value]) => (name.startsWith('$') ? [] : ofField(value))),
  );
}

const branches = (statement: Statement) => filtersOf(statement).flatMap(branchesOf);
const condition = (isBroken: (...parts: Condition) => boolean) => (statement: Statement) =>
  conditionsOf(statement).some((parts) => isBroken(...parts));

const projectionOf = (statement: Statement) => {
  const { name, query } = queryOf(statement);
  return fieldsOf(name === 'findAndModify' ? query['fields'] : name === 'find' ? query['projection'] : undefined);
};
const sortOf = (statement: Statement) => fieldsOf(queryOf(statement).query['sort']);

/** Whether a projection includes some fields and excludes others; `_id` may be excluded from any. */
export function isMixed(projection: Fields): boolean {
  const kinds = Object.entries(projection).flatMap(([path, value]) => {
    if (path === '_id' || isOperators(value)) return [];
    if (isFields(value)) return isMixed(value) ? [true, false] : Object.values(value).slice(0, 1).map(Boolean);
    return [value !== 0 && value !== false];
  });
  return new Set(kinds).size > 1;
}

/** Whether one of the paths is another one or leads to it. */
export function collide(paths: readonly string[]): boolean {
  const sorted = [...paths].map((path) => `${path}.`).sort();
  return sorted.some((path, index) => sorted[index + 1]?.startsWith(path) === true);
}

/** Filters, projections, sorts and the options of reads. */
export const queryRules: Rule[] = [
  {
    says: 'A filter has no other operators than these at its top: $and, $or, $nor, $expr, $text, $where, $comment, $jsonSchema',
    page: operators,
    isBroken: (statement) =>
      branches(statement).some((branch) =>
        Object.keys(branch).some((name) => name.startsWith('$') && ![...TOP, ...TOP_OTHERS].includes(name)),
      ),
  },
  {
    says: "$and, $or and $nor take a list of filters that isn't empty",
    page: 'reference/operator/query-logical/',
    isBroken: (statement) =>
      branches(statement).some((branch) =>
        TOP.some((name) => {
          const value = branch[name];
          return name in branch && !(Array.isArray(value) && value.length > 0 && value.every(isFields));
        }),
      ),
  },
  {
    says: 'A condition on a field has only operators of the manual, and either operators or fields',
    page: operators,
    isBroken: condition((operator) => !OPERATORS.has(operator)),
  },
  {
    says: '$in, $nin and $all take a list',
    page: 'reference/operator/query/in/',
    isBroken: condition((operator, value) => ['$in', '$nin', '$all'].includes(operator) && !Array.isArray(value)),
  },
  {
    says: 'The list of $in has no documents with operators',
    page: 'reference/operator/query/in/',
    isBroken: condition(
      (operator, value) => ['$in', '$nin'].includes(operator) && Array.isArray(value) && value.some(isOperators),
    ),
  },
  {
    says: "$size takes a whole number that isn't negative",
    page: 'reference/operator/query/size/',
    isBroken: condition((operator, value) => operator === '$size' && !isWhole(value, 0)),
  },
  {
    says: '$type takes the names or numbers of BSON types',
    page: 'reference/operator/query/type/',
    isBroken: condition(
      (operator, value) =>
        operator === '$type' &&
        [value].flat().some((type) => !(typeof type === 'number' ? isWhole(type, -1, 127) : TYPES.has(String(type)))),
    ),
  },
  {
    says: '$not takes operators or a regular expression',
    page: 'reference/operator/query/not/',
    isBroken: condition((operator, value) => operator === '$not' && !isOperators(value) && !(value instanceof RegExp)),
  },
  {
    says: '$elemMatch takes a document',
    page: 'reference/operator/query/elemMatch/',
    isBroken: condition((operator, value) => operator === '$elemMatch' && !isFields(value)),
  },
  {
    says: '$regex takes a text or a regular expression, and $options (i, m, x, s, u) belong to it',
    page: 'reference/operator/query/regex/',
    isBroken: condition(
      (operator, value, siblings) =>
        (operator === '$options' && (!('$regex' in siblings) || !/^[imxsu]*$/.test(String(value)))) ||
        (operator === '$regex' && typeof value !== 'string' && !(value instanceof RegExp) && !isFields(value)),
    ),
  },
  {
    says: 'A projection includes or excludes fields, not both; only _id may be excluded from an inclusion',
    page: 'reference/method/db.collection.find/',
    isBroken: (statement) => isMixed(projectionOf(statement)),
  },
  {
    says: "A projection doesn't name a field and a part of it",
    page: 'release-notes/4.4-compatibility/',
    isBroken: (statement) => collide(Object.keys(projectionOf(statement))),
  },
  {
    says: "A projected field doesn't start with a dollar sign, and the positional $ stands at the end",
    page: 'reference/operator/projection/positional/',
    isBroken: (statement) =>
      Object.keys(projectionOf(statement)).some((path) => path.startsWith('$') || /\.\$./.test(path)),
  },
  {
    says: 'A sort has at most 32 fields',
    page: 'reference/limits/',
    isBroken: (statement) => Object.keys(sortOf(statement)).length > 32,
  },
  {
    says: 'The direction of a sort is 1, -1 or $meta',
    page: 'reference/method/cursor.sort/',
    isBroken: (statement) => isBrokenSort(sortOf(statement)),
  },
  {
    says: "skip, limit and batchSize are whole numbers that aren't negative",
    page: 'reference/command/find/',
    isBroken: (statement) => {
      const { name, query } = queryOf(statement);
      return (
        name === 'find' &&
        ['skip', 'limit', 'batchSize'].some((option) => option in query && !isWhole(query[option], 0))
      );
    },
  },
  {
    says: 'maxTimeMS is from 0 to 2147483647',
    page: 'reference/command/find/',
    isBroken: ({ command }) => 'maxTimeMS' in command && !isWhole(command['maxTimeMS'], 0, LONGEST_TIME),
  },
  {
    says: 'distinct names a field',
    page: 'reference/command/distinct/',
    isBroken: (statement) => {
      const { name, query } = queryOf(statement);
      return name === 'distinct' && (typeof query['key'] !== 'string' || query['key'] === '');
    },
  },
];

/** Whether a sort has a direction that MongoDB does not know. */
export function isBrokenSort(sort: Fields): boolean {
  return Object.values(sort).some((direction) => direction !== 1 && direction !== -1 && !isFields(direction));
}
