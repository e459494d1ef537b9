import { isBrokenSort, isMixed } from './query-rules';
import {
  type Fields,
  fieldsOf,
  isFields,
  isWhole,
  pipelineOf,
  queryOf,
  type Rule,
  stagesOf,
  type Statement,
} from './statement';

const words = (text: string) => new Set(text.split(' ').map((word) => `$${word}`));
const STAGES = words(
  'addFields bucket bucketAuto changeStream collStats count currentOp densify documents facet fill geoNear ' +
    'graphLookup group indexStats limit listLocalSessions listSessions lookup match merge out planCacheStats project ' +
    'redact replaceRoot replaceWith sample search set setWindowFields skip sort sortByCount unionWith unset unwind',
);
const ACCUMULATORS = words(
  'accumulator addToSet avg bottom bottomN count first firstN last lastN max maxN median mergeObjects min minN ' +
    'percentile push stdDevPop stdDevSamp sum top topN',
);
const EXPRESSIONS = words(
  'abs accumulator acos acosh add addToSet allElementsTrue and anyElementTrue arrayElemAt arrayToObject asin asinh atan ' +
    'atan2 atanh avg binarySize bitAnd bitNot bitOr bitXor bsonSize ceil cmp concat concatArrays cond convert cos cosh ' +
    'dateAdd dateDiff dateFromParts dateFromString dateSubtract dateToParts dateToString dateTrunc dayOfMonth ' +
    'dayOfWeek dayOfYear degreesToRadians divide eq exp filter first firstN floor function getField gt gte hour ifNull ' +
    'in indexOfArray indexOfBytes indexOfCP isArray isNumber isoDayOfWeek isoWeek isoWeekYear last lastN let literal ln ' +
    'log log10 lt lte ltrim map max maxN median mergeObjects meta min minN millisecond minute mod month multiply ne not ' +
    'objectToArray or percentile pow push radiansToDegrees rand range reduce regexFind regexFindAll regexMatch ' +
    'replaceAll replaceOne reverseArray round rtrim sampleRate second setDifference setEquals setField setIntersection ' +
    'setIsSubset setUnion sin sinh size slice sortArray split sqrt stdDevPop stdDevSamp strLenBytes strLenCP strcasecmp ' +
    'substr substrBytes substrCP subtract sum switch tan tanh toBool toDate toDecimal toDouble toInt toLong toLower ' +
    'toObjectId toString toUpper trim trunc tsIncrement tsSecond type unsetField week year zip',
);
const FIRST = [
  '$collStats',
  '$currentOp',
  '$geoNear',
  '$indexStats',
  '$listSessions',
  '$planCacheStats',
  '$changeStream',
];
const LAST = ['$out', '$merge'];
const stagesPage = 'reference/operator/aggregation-pipeline/';

const nameOf = (stage: Fields) => Object.keys(stage)[0] ?? '';
const stage = (isBroken: (name: string, value: unknown) => boolean) => (statement: Statement) =>
  stagesOf(pipelineOf(statement)).some((each) => isBroken(nameOf(each), each[nameOf(each)]));

/** The expressions of a stage. */
function expressionsOf(name: string, value: unknown): unknown[] {
  if (['$project', '$addFields', '$set'].includes(name)) return Object.values(fieldsOf(value));
  if (name === '$match') return [fieldsOf(value)['$expr']];
  if (name !== '$group') return [];
  const { _id, ...fields } = fieldsOf(value);
  return [_id, ...Object.values(fields).map((field) => Object.values(fieldsOf(field))[0])];
}

/** Whether an expression has an operator that MongoDB does not know, or more than one. */
function isUnknown(expression: unknown): boolean {
  if (Array.isArray(expression)) return expression.some(isUnknown);
  if (!isFields(expression) || '$literal' in expression) return false;
  const operators = Object.keys(expression).filter((name) => name.startsWith('$'));
  if (operators.length > 0 && Object.keys(expression).length > 1) return true;
  return operators.some((name) => !EXPRESSIONS.has(name)) || Object.values(expression).some(isUnknown);
}

/** Aggregations. */
export const pipelineRules: Rule[] = [
  {
    says: 'aggregate has the option cursor, unless it is explained',
    page: 'reference/command/aggregate/',
    isBroken: ({ name, command }) =>
      name === 'aggregate' && !isFields(command['cursor']) && command['explain'] !== true,
  },
  {
    says: 'A pipeline has at most 1000 stages',
    page: 'reference/limits/',
    isBroken: (statement) => pipelineOf(statement).length > 1000,
  },
  {
    says: 'Each stage is a document with the name of one stage of the manual',
    page: stagesPage,
    isBroken: (statement) => {
      const { name, query } = queryOf(statement);
      if (name === 'aggregate' && !(Array.isArray(query['pipeline']) && query['pipeline'].every(isFields))) return true;
      return stagesOf(pipelineOf(statement)).some(
        (each) => Object.keys(each).length !== 1 || !STAGES.has(nameOf(each)),
      );
    },
  },
  {
    says: '$out and $merge are the last stage, and the stages that read from elsewhere the first',
    page: stagesPage,
    isBroken: (statement) => {
      const names = pipelineOf(statement).map(nameOf);
      return (
        names.slice(0, -1).some((name) => LAST.includes(name)) || names.slice(1).some((name) => FIRST.includes(name))
      );
    },
  },
  {
    says: "$limit is a whole number above 0, $skip one that isn't negative",
    page: 'reference/operator/aggregation/limit/',
    isBroken: stage(
      (name, value) => (name === '$limit' && !isWhole(value, 1)) || (name === '$skip' && !isWhole(value, 0)),
    ),
  },
  {
    says: '$sort has 1 to 32 fields, each with 1, -1 or $meta',
    page: 'reference/operator/aggregation/sort/',
    isBroken: stage((name, value) => {
      const fields = Object.keys(fieldsOf(value)).length;
      return name === '$sort' && (fields < 1 || fields > 32 || isBrokenSort(fieldsOf(value)));
    }),
  },
  {
    says: '$project has fields, and includes or excludes them, not both',
    page: 'reference/operator/aggregation/project/',
    isBroken: stage(
      (name, value) => name === '$project' && (Object.keys(fieldsOf(value)).length === 0 || isMixed(fieldsOf(value))),
    ),
  },
  {
    says: '$group has an _id, and each other field has one accumulator of the manual',
    page: 'reference/operator/aggregation/group/',
    isBroken: stage((name, value) => {
      if (name !== '$group') return false;
      const { _id, ...fields } = fieldsOf(value);
      return (
        _id === undefined ||
        Object.entries(fields).some(([field, accumulator]) => {
          const names = Object.keys(fieldsOf(accumulator));
          return names.length !== 1 || !ACCUMULATORS.has(names[0] ?? '') || field.includes('.');
        })
      );
    }),
  },
  {
    says: '$count names a field: not empty, without dots, without a dollar sign at the start',
    page: 'reference/operator/aggregation/count/',
    isBroken: stage((name, value) => name === '$count' && !(typeof value === 'string' && /^[^$.][^.]*$/.test(value))),
  },
  {
    says: '$lookup has "as" and either both fields or a pipeline',
    page: 'reference/operator/aggregation/lookup/',
    isBroken: stage((name, value) => {
      if (name !== '$lookup') return false;
      const { as, from, localField, foreignField, pipeline } = fieldsOf(value);
      const hasSource = from !== undefined || pipeline !== undefined;
      return (
        typeof as !== 'string' ||
        !hasSource ||
        (localField === undefined) !== (foreignField === undefined) ||
        (localField === undefined && pipeline === undefined)
      );
    }),
  },
  {
    says: 'An expression has operators of the manual, each in a document of its own',
    page: 'reference/operator/aggregation/',
    isBroken: stage((name, value) => expressionsOf(name, value).some(isUnknown)),
  },
  {
    says: '$match has no $near and no $where',
    page: 'reference/operator/aggregation/match/',
    isBroken: stage(
      (name, value) =>
        name === '$match' &&
        Object.entries(fieldsOf(value)).some(
          ([field, condition]) =>
            field === '$where' || ['$near', '$nearSphere'].some((operator) => operator in fieldsOf(condition)),
        ),
    ),
  },
];
