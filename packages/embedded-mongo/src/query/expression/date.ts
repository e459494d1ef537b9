import { Int32, Long } from 'bson';
import { type Document, isDocument, tagOf, typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { safeIntegerOf } from '../number.js';
import { addUnits, requireUnit, requireWeekday, truncateDate, unitsBetween } from './date-arithmetic.js';
import { defaultFormat, formatDate, readDate, requireFormat } from './date-format.js';
import {
  dayOfYear,
  isoDayOfWeek,
  isoWeek,
  localDate,
  localTimeOf,
  parseDate,
  requireDate,
  requireZone,
  sundayWeek,
} from './date-value.js';
import { checkNames, exactly, listOf, named, unary, valueOf } from './operator.js';
import { type Evaluate, isNullish, type Operator, type OperatorTable } from './scope.js';
import { UTC } from './zone.js';

/** An operator that reads one part of a date. Accepts a date or `{ date, timezone }`. */
function part(name: string, read: (local: Date) => unknown): Operator {
  return (argument, scope, compile) => {
    const list = listOf(argument);
    const [only] = exactly(name, 1, list);
    const full = isDocument(only) && Object.keys(only)[0]?.startsWith('$') !== true;
    const fields: Document = full
      ? checkNames(
          name,
          { required: ['date'], optional: ['timezone'], codes: { unknown: 40535, missing: 40539 } },
          only,
        )
      : { date: only };
    const date = compile(fields.date, scope);
    const timezone = 'timezone' in fields ? compile(fields.timezone, scope) : undefined;
    return (root) => {
      const value = date(root);
      const zone = timezone?.(root);
      if (isNullish(value) || (timezone && isNullish(zone))) return null;
      return read(localDate(requireDate(value), requireZone(zone)));
    };
  };
}

const int = (value: number) => new Int32(value);

/** True if a named argument was given and is null or missing, which makes the result null. */
function absent(evaluate: Evaluate | undefined, root: Document): boolean {
  return evaluate !== undefined && isNullish(evaluate(root));
}

const dateToString = named(
  '$dateToString',
  {
    required: ['date'],
    optional: ['format', 'timezone', 'onNull'],
    codes: { shape: 18629, unknown: 18534, missing: 18628 },
  },
  ({ date, format, timezone, onNull }) =>
    (root) => {
      const value = valueOf(date, root);
      if (isNullish(value)) return onNull ? onNull(root) : null;
      if (absent(timezone, root) || absent(format, root)) return null;
      const zone = requireZone(valueOf(timezone, root));
      const pattern = format ? requireFormat('$dateToString', format(root)) : defaultFormat(zone !== UTC);
      return formatDate(requireDate(value), pattern, zone);
    },
);

const dateFromString = named(
  '$dateFromString',
  {
    required: ['dateString'],
    optional: ['format', 'timezone', 'onError', 'onNull'],
    codes: { shape: 40540, unknown: 40541, missing: 40542 },
  },
  ({ dateString, format, timezone, onError, onNull }) =>
    (root) => {
      const text = valueOf(dateString, root);
      if (isNullish(text)) return onNull ? onNull(root) : null;
      if (absent(timezone, root) || absent(format, root)) return null;
      const zone = timezone && requireZone(timezone(root));
      try {
        if (typeof text !== 'string') {
          throw new MongoError(
            241,
            `$dateFromString requires that 'dateString' be a string, found: ${typeNameOf(text)}`,
          );
        }
        return format ? readDate(text, requireFormat('$dateFromString', format(root)), zone) : parseDate(text, zone);
      } catch (error) {
        if (onError && error instanceof MongoError && error.code === 241) return onError(root);
        throw error;
      }
    },
);

function shifted(name: '$dateAdd' | '$dateSubtract', sign: 1 | -1): Operator {
  const spec = {
    required: ['startDate', 'unit', 'amount'],
    optional: ['timezone'],
    codes: { shape: 5166400, unknown: 5166401, missing: 5166402 },
  };
  return named(name, spec, ({ startDate, unit, amount, timezone }) => (root) => {
    const date = valueOf(startDate, root);
    const unitName = valueOf(unit, root);
    const count = valueOf(amount, root);
    if (isNullish(date) || isNullish(unitName) || isNullish(count) || absent(timezone, root)) return null;
    const start = dateOrRefuse(name, 5166403, 'startDate', date);
    const whole = safeIntegerOf(count);
    if (whole === undefined) throw new MongoError(5166405, `${name} expects integer amount of time units`);
    return addUnits(start, whole * sign, requireUnit(name, unitName), requireZone(valueOf(timezone, root)));
  });
}

function dateOrRefuse(name: string, code: number, argument: string, value: unknown): Date {
  if (value instanceof Date || ['ObjectId', 'Timestamp'].includes(tagOf(value) ?? '')) return requireDate(value);
  throw new MongoError(code, `${name} requires ${argument} to be convertible to a date`);
}

const dateDiff = named(
  '$dateDiff',
  {
    required: ['startDate', 'endDate', 'unit'],
    optional: ['timezone', 'startOfWeek'],
    codes: { shape: 5166301, unknown: 5166302, missing: 5166303 },
  },
  ({ startDate, endDate, unit, timezone, startOfWeek }) =>
    (root) => {
      const start = valueOf(startDate, root);
      const end = valueOf(endDate, root);
      const unitName = valueOf(unit, root);
      if (isNullish(start) || isNullish(end) || isNullish(unitName) || absent(timezone, root)) return null;
      const kind = requireUnit('$dateDiff', unitName);
      if (kind === 'week' && absent(startOfWeek, root)) return null;
      const weekday = kind === 'week' ? requireWeekday('$dateDiff', valueOf(startOfWeek, root)) : 7;
      const zone = requireZone(valueOf(timezone, root));
      const from = dateOrRefuse('$dateDiff', 5166307, "'startDate'", start);
      const to = dateOrRefuse('$dateDiff', 5166307, "'endDate'", end);
      return Long.fromNumber(unitsBetween(from, to, kind, zone, weekday));
    },
);

const dateTrunc = named(
  '$dateTrunc',
  {
    required: ['date', 'unit'],
    optional: ['binSize', 'timezone', 'startOfWeek'],
    codes: { shape: 5439007, unknown: 5439008, missing: 5439009 },
  },
  ({ date, unit, binSize, timezone, startOfWeek }) =>
    (root) => {
      const value = valueOf(date, root);
      const unitName = valueOf(unit, root);
      if (isNullish(value) || isNullish(unitName) || absent(timezone, root) || absent(binSize, root)) return null;
      const kind = requireUnit('$dateTrunc', unitName);
      if (kind === 'week' && absent(startOfWeek, root)) return null;
      const weekday = kind === 'week' ? requireWeekday('$dateTrunc', valueOf(startOfWeek, root)) : 7;
      const size = binSize ? safeIntegerOf(binSize(root)) : 1;
      if (size === undefined) throw new MongoError(5439017, "$dateTrunc requires 'binSize' to be a 64-bit integer");
      if (size <= 0) throw new MongoError(5439018, "$dateTrunc requires 'binSize' to be greater than 0");
      const zone = requireZone(valueOf(timezone, root));
      return truncateDate(dateOrRefuse('$dateTrunc', 5439012, "'date'", value), kind, size, zone, weekday);
    },
);

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;
const ISO_PARTS = ['isoWeekYear', 'isoWeek', 'isoDayOfWeek'] as const;

const dateFromParts: Operator = (argument, scope, compile) => {
  const optional = [...PARTS, ...ISO_PARTS, 'timezone'];
  const fields = checkNames(
    '$dateFromParts',
    { required: [], optional, codes: { shape: 40519, unknown: 40518 } },
    argument,
  );
  const iso = 'isoWeekYear' in fields;
  if (!iso && !('year' in fields)) {
    throw new MongoError(40516, `$dateFromParts requires either 'year' or 'isoWeekYear' to be present`);
  }
  if (iso && ['year', 'month', 'day'].some((name) => name in fields)) {
    throw new MongoError(40489, '$dateFromParts does not allow mixing natural dates with ISO dates');
  }
  const values = new Map(
    Object.entries(fields).map(([name, value]): [string, Evaluate] => [name, compile(value, scope)]),
  );
  return (root) => {
    for (const evaluate of values.values()) {
      if (isNullish(evaluate(root))) return null;
    }
    const number = (name: string, otherwise: number) => partNumber(name, values.get(name)?.(root), otherwise);
    const time = {
      hour: number('hour', 0),
      minute: number('minute', 0),
      second: number('second', 0),
      millisecond: number('millisecond', 0),
    };
    const zone = requireZone(values.get('timezone')?.(root));
    if (!iso) {
      const year = number('year', 1970);
      if (year < 1 || year > 9999) {
        throw new MongoError(40523, `'year' must evaluate to an integer in the range 1 to 9999, found ${year}`);
      }
      return new Date(zone.instantOf(localTimeOf({ year, month: number('month', 1), day: number('day', 1), ...time })));
    }
    const day = isoDay(number('isoWeekYear', 1970), number('isoWeek', 1), number('isoDayOfWeek', 1));
    return new Date(zone.instantOf(localTimeOf({ ...day, ...time })));
  };
};

function partNumber(name: string, value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  const whole = safeIntegerOf(value);
  if (whole !== undefined) return whole;
  throw new MongoError(40515, `'${name}' must evaluate to an integer, found ${typeNameOf(value)}`);
}

// January 4 is always in the first week.
function isoDay(year: number, week: number, day: number) {
  const fourth = new Date(localTimeOf({ year, month: 1, day: 4, hour: 0, minute: 0, second: 0, millisecond: 0 }));
  return { year, month: 1, day: 4 - isoDayOfWeek(fourth) + 1 + (week - 1) * 7 + (day - 1) };
}

const dateToParts = named(
  '$dateToParts',
  { required: ['date'], optional: ['timezone', 'iso8601'], codes: { shape: 40524, unknown: 40520, missing: 40522 } },
  ({ date, timezone, iso8601 }) =>
    (root) => {
      const value = valueOf(date, root);
      if (isNullish(value) || absent(timezone, root) || absent(iso8601, root)) return null;
      const iso = valueOf(iso8601, root) ?? false;
      if (typeof iso !== 'boolean')
        throw new MongoError(40521, `iso8601 must evaluate to a bool, found ${typeNameOf(iso)}`);
      const local = localDate(requireDate(value), requireZone(valueOf(timezone, root)));
      const time = {
        hour: int(local.getUTCHours()),
        minute: int(local.getUTCMinutes()),
        second: int(local.getUTCSeconds()),
        millisecond: int(local.getUTCMilliseconds()),
      };
      if (!iso) {
        const month = int(local.getUTCMonth() + 1);
        return { year: int(local.getUTCFullYear()), month, day: int(local.getUTCDate()), ...time };
      }
      const { week, year } = isoWeek(local);
      return { isoWeekYear: int(year), isoWeek: int(week), isoDayOfWeek: int(isoDayOfWeek(local)), ...time };
    },
);

function timestampPart(name: string, read: (value: { t: number; i: number }) => number): Operator {
  return unary(name, (value) => {
    if (isNullish(value)) return null;
    if (tagOf(value) === 'Timestamp') return Long.fromNumber(read(value as { t: number; i: number }));
    throw new MongoError(5687302, `${name} requires an argument of type timestamp, found: ${typeNameOf(value)}`);
  });
}

export const dateOperators: OperatorTable = {
  $year: part('$year', (local) => int(local.getUTCFullYear())),
  $month: part('$month', (local) => int(local.getUTCMonth() + 1)),
  $dayOfMonth: part('$dayOfMonth', (local) => int(local.getUTCDate())),
  $hour: part('$hour', (local) => int(local.getUTCHours())),
  $minute: part('$minute', (local) => int(local.getUTCMinutes())),
  $second: part('$second', (local) => int(local.getUTCSeconds())),
  $millisecond: part('$millisecond', (local) => int(local.getUTCMilliseconds())),
  $dayOfYear: part('$dayOfYear', (local) => int(dayOfYear(local))),
  $dayOfWeek: part('$dayOfWeek', (local) => int(local.getUTCDay() + 1)),
  $week: part('$week', (local) => int(sundayWeek(local))),
  $isoWeek: part('$isoWeek', (local) => int(isoWeek(local).week)),
  $isoWeekYear: part('$isoWeekYear', (local) => Long.fromNumber(isoWeek(local).year)),
  $isoDayOfWeek: part('$isoDayOfWeek', (local) => int(isoDayOfWeek(local))),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateAdd: shifted('$dateAdd', 1),
  $dateSubtract: shifted('$dateSubtract', -1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
  $dateFromParts: dateFromParts,
  $dateToParts: dateToParts,
  $tsSecond: timestampPart('$tsSecond', ({ t }) => t),
  $tsIncrement: timestampPart('$tsIncrement', ({ i }) => i),
};
