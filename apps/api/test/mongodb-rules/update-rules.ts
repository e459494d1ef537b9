import { type Fields, fieldsOf, isFields, isWhole, type Rule, type Statement, type Write, writesOf } from './statement';
import { bsonTypeOf } from './statement';
import { collide } from './query-rules';

const OPERATORS = new Set(
  '$currentDate $inc $min $max $mul $rename $set $setOnInsert $unset $addToSet $pop $pull $push $pullAll $bit'.split(
    ' ',
  ),
);
const STAGES = ['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith'];
const MODIFIERS = ['$position', '$slice', '$sort'];
const update = 'reference/command/update/';
const page = 'reference/operator/update/';

const any = (isBroken: (write: Write) => boolean) => (statement: Statement) => writesOf(statement).some(isBroken);
const isByOperators = (value: unknown): value is Fields =>
  isFields(value) && Object.keys(value)[0]?.startsWith('$') === true;

/** The operators of an update with the fields that each changes. */
function changesOf({ update: value }: Write): [operator: string, path: string, operand: unknown][] {
  if (!isByOperators(value)) return [];
  return Object.entries(value).flatMap(([operator, fields]) =>
    Object.entries(fieldsOf(fields)).map(([path, operand]) => [operator, path, operand] as [string, string, unknown]),
  );
}

function changedPaths(write: Write): string[] {
  return changesOf(write).flatMap(([operator, path, operand]) =>
    operator === '$rename' ? [path, String(operand)] : [path],
  );
}

const change = (isBroken: (operator: string, path: string, operand: unknown) => boolean) =>
  any((write) => changesOf(write).some((parts) => isBroken(...parts)));
const isNumber = (value: unknown) =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  ['Long', 'Int32', 'Double', 'Decimal128'].includes(bsonTypeOf(value) ?? '');
const identifiers = (path: string) => [...path.matchAll(/\$\[([^\]]+)\]/g)].map(([, name]) => name);

/** Updates and deletes. */
export const updateRules: Rule[] = [
  {
    says: 'An update has only operators of the manual',
    page,
    isBroken: any(
      ({ update: value }) => isByOperators(value) && Object.keys(value).some((operator) => !OPERATORS.has(operator)),
    ),
  },
  {
    says: 'A replacement has no operators among its fields',
    page: update,
    isBroken: any(
      ({ update: value }) =>
        isFields(value) && !isByOperators(value) && Object.keys(value).some((name) => name.startsWith('$')),
    ),
  },
  {
    says: 'A replacement replaces a single document',
    page: update,
    isBroken: any(({ update: value, multi }) => multi && isFields(value) && !isByOperators(value)),
  },
  {
    says: 'An update operator takes a document of fields',
    page,
    isBroken: any(({ update: value }) => isByOperators(value) && !Object.values(value).every(isFields)),
  },
  {
    says: "An update doesn't change a field twice, or a field and a part of it",
    page,
    isBroken: any((write) => collide(changedPaths(write))),
  },
  {
    says: "The path of a changed field has no empty part and doesn't start with a dollar sign",
    page,
    isBroken: any((write) =>
      changedPaths(write).some((path) => path.startsWith('$') || path.split('.').some((part) => part === '')),
    ),
  },
  {
    says: "The field _id isn't changed",
    page: update,
    isBroken: change(
      (operator, path) => path === '_id' && !['$set', '$setOnInsert', '$min', '$max'].includes(operator),
    ),
  },
  {
    says: '$inc and $mul take numbers',
    page: 'reference/operator/update/inc/',
    isBroken: change((operator, _, operand) => ['$inc', '$mul'].includes(operator) && !isNumber(operand)),
  },
  {
    says: '$rename takes the new name of the field, which is another one',
    page: 'reference/operator/update/rename/',
    isBroken: change(
      (operator, path, operand) => operator === '$rename' && (typeof operand !== 'string' || operand === path),
    ),
  },
  {
    says: "$rename doesn't name elements of lists",
    page: 'reference/operator/update/rename/',
    isBroken: change(
      (operator, path) => operator === '$rename' && path.split('.').some((part) => part.startsWith('$')),
    ),
  },
  {
    says: '$each is needed for $position, $slice and $sort of $push, and takes a list',
    page: 'reference/operator/update/push/',
    isBroken: change((operator, _, operand) => {
      if (operator !== '$push' && operator !== '$addToSet') return false;
      const { $each, ...rest } = fieldsOf(operand);
      return $each === undefined ? MODIFIERS.some((modifier) => modifier in rest) : !Array.isArray($each);
    }),
  },
  {
    says: '$pop takes 1 or -1, and $pullAll a list',
    page: 'reference/operator/update/pop/',
    isBroken: change(
      (operator, _, operand) =>
        (operator === '$pop' && operand !== 1 && operand !== -1) ||
        (operator === '$pullAll' && !Array.isArray(operand)),
    ),
  },
  {
    says: 'Every identifier of the form $[x] has an array filter, and every array filter is used',
    page: 'reference/operator/update/positional-filtered/',
    isBroken: any((write) => {
      const used = new Set(changesOf(write).flatMap(([, path]) => identifiers(path)));
      const filtered = new Set(
        write.arrayFilters.flatMap((filter) => Object.keys(filter).map((path) => path.split('.')[0])),
      );
      return [...used].some((name) => !filtered.has(name)) || [...filtered].some((name) => !used.has(name));
    }),
  },
  {
    says: 'The pipeline of an update has only $addFields, $set, $project, $unset, $replaceRoot and $replaceWith',
    page: 'reference/command/update/',
    isBroken: any(
      ({ update: value }) =>
        Array.isArray(value) && value.some((stage) => !STAGES.includes(Object.keys(fieldsOf(stage))[0] ?? '')),
    ),
  },
  {
    says: 'A delete has the limit 0 or 1',
    page: 'reference/command/delete/',
    isBroken: ({ name, command }) =>
      name === 'delete' &&
      Array.isArray(command['deletes']) &&
      command['deletes'].some((entry) => !isWhole(fieldsOf(entry)['limit'], 0, 1)),
  },
  {
    says: "findAndModify updates or removes; it doesn't return the new document of a removal",
    page: 'reference/command/findAndModify/',
    isBroken: ({ name, command }) =>
      name === 'findAndModify' &&
      ((command['remove'] === true) === (command['update'] !== undefined) ||
        (command['remove'] === true && (command['new'] === true || command['upsert'] === true))),
  },
];
