/** Arithmetic, grouping and order at the limits of int32, int64 and the integers that a double represents exactly. */
import { Double, Int32, Long } from 'bson';
import type { Document } from '../../bson.js';
import { type ExpressionRow, of, over, type PipelineRow, type UpdateRow } from './case.js';

const int = (value: number) => new Int32(value);
const double = (value: number) => new Double(value);
const long = (text: string) => Long.fromString(text);

const INT_MAX = int(2147483647);
const INT_MIN = int(-2147483648);
const LONG_MAX = long('9223372036854775807');
const LONG_MIN = long('-9223372036854775808');
/** The first integer that a double cannot represent. */
const ODD = long('9007199254740993');
const total = (s: unknown): Document[] => [{ _id: 1, s }];
const sum = [{ $group: { _id: 1, s: { $sum: '$a' } } }];

export const integerExpressions: ExpressionRow[] = [
  ['$add of ints beyond int32 is a long', { $add: [INT_MAX, 1] }, long('2147483648')],
  ['$add of ints that returns into int32 is an int', { $add: [INT_MAX, 1, -1] }, INT_MAX],
  ['$add with a long stays a long', { $add: [long('1'), 1] }, long('2')],
  ['$add of longs is exact', { $add: [ODD, long('2')] }, long('9007199254740995')],
  ['$add up to the greatest long', { $add: [long('9223372036854775806'), 1] }, LONG_MAX],
  ['$add beyond int64 is a double', { $add: [LONG_MAX, 1] }, double(2 ** 63)],
  ['$add of a long and a double', { $add: [ODD, double(0)] }, double(9007199254740992)],
  ['$subtract beyond int32 is a long', { $subtract: [INT_MIN, 1] }, long('-2147483649')],
  ['$subtract of longs is exact', { $subtract: [ODD, long('1')] }, long('9007199254740992')],
  ['$multiply of ints beyond int32 is a long', { $multiply: [65536, 65536] }, long('4294967296')],
  ['$multiply of ints that returns into int32 is an int', { $multiply: [65536, 65536, 0] }, int(0)],
  ['$multiply of longs is exact', { $multiply: [long('3037000499'), long('3037000499')] }, long('9223372030926249001')],
  ['$multiply beyond int64 is a double', { $multiply: [LONG_MAX, 2] }, double(2 ** 64)],
  ['$toLong of a double beyond int64', { $toLong: double(2 ** 63) }, { code: 241 }],
  ['$eq of a long and the nearest double', { $eq: [ODD, double(9007199254740992)] }, false],
];

export const integerUpdates: UpdateRow[] = [
  ['$inc an int below int32 is a long', { a: INT_MIN }, { $inc: { a: -1 } }, { a: long('-2147483649') }],
  ['$inc an int by a long is a long', { a: 1 }, { $inc: { a: long('1') } }, { a: long('2') }],
  ['$inc a missing field by a long', {}, { $inc: { a: ODD } }, { a: ODD }],
  ['$inc below int64', { a: LONG_MIN }, { $inc: { a: -1 } }, { code: 2 }],
  ['$inc beyond int64 by a long', { a: ODD }, { $inc: { a: LONG_MAX } }, { code: 2 }],
  ['$inc a long by a double', { a: ODD }, { $inc: { a: double(0) } }, { a: double(9007199254740992) }],
  ['$inc a double by a long', { a: double(0.5) }, { $inc: { a: long('2') } }, { a: double(2.5) }],
  ['$max compares a long and a double exactly', { a: double(9007199254740992) }, { $max: { a: ODD } }, { a: ODD }],
];

export const integerGroups: PipelineRow[] = [
  ['$sum of ints and a long is a long', of(1, long('1')), sum, total(long('2'))],
  ['$sum of ints that returns into int32 is an int', of(INT_MAX, 1, -1), sum, total(INT_MAX)],
  ['$sum up to the greatest long', of(long('9223372036854775806'), 1), sum, total(LONG_MAX)],
  ['$sum beyond int64 is a double', of(LONG_MAX, 1), sum, total(double(2 ** 63))],
  ['$sum that returns into int64 is exact', of(LONG_MAX, LONG_MAX, LONG_MIN, LONG_MIN), sum, total(long('-2'))],
  ['$sum of longs and doubles loses nothing on the way', of(ODD, double(1)), sum, total(double(9007199254740994))],
  ['$sum of doubles that cancel out', of(double(1), double(1e100), double(-1e100)), sum, total(double(1))],
  ['$sum of infinities', of(double(Infinity), 1), sum, total(double(Infinity))],
  ['$sum of opposite infinities', of(double(Infinity), double(-Infinity)), sum, total(double(NaN))],
  ['$sum of a constant keeps its type', of(1, 2), [{ $group: { _id: 1, s: { $sum: long('1') } } }], total(long('2'))],
  ['$sum of a constant double', of(1, 2), [{ $group: { _id: 1, s: { $sum: double(1) } } }], total(double(2))],
  ['$max of longs', of(ODD, long('9007199254740992')), [{ $group: { _id: 1, s: { $max: '$a' } } }], total(ODD)],
  [
    '$group separates neighbouring longs',
    of(ODD, long('9007199254740992'), double(9007199254740992)),
    [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    [
      { _id: long('9007199254740992'), n: 2 },
      { _id: ODD, n: 1 },
    ],
  ],
];

const neighbours = of(LONG_MAX, ODD, double(9007199254740992), long('9223372036854775806'), LONG_MIN);

export const integerFilters = over(
  neighbours,
  ['a long equals only itself', { a: ODD }, [1]],
  ['a double does not equal the neighbouring long', { a: double(9007199254740992) }, [2]],
  ['$gt distinguishes neighbouring longs', { a: { $gt: long('9223372036854775806') } }, [0]],
  ['$gte of a double beyond int64', { a: { $gte: double(2 ** 63) } }, []],
  ['$in of longs', { a: { $in: [LONG_MIN, LONG_MAX] } }, [0, 4]],
);

export const integerSorts = over(neighbours, ['neighbouring longs have an order', { a: 1 }, [4, 2, 1, 3, 0]]);
