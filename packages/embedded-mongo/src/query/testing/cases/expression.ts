import { Double, Int32 } from 'bson';
import { type ExpressionRow, failure } from './case.js';
import { integerExpressions } from './integers.js';

const int = (value: number) => new Int32(value);
const double = (value: number) => new Double(value);

const paths: ExpressionRow[] = [
  ['a field', '$a', 1, { a: 1 }],
  ['a missing field', '$b', undefined, { a: 1 }],
  ['a dotted path', '$a.b', 2, { a: { b: 2 } }],
  ['a path through an array gives an array', '$a.b', [1, 2], { a: [{ b: 1 }, { c: 3 }, { b: 2 }, 5] }],
  ['a number in a path is a name, not a place', '$a.0', [], { a: [1, 2] }],
  ['a document leaves out what is missing', { x: '$a', y: '$b' }, { x: 1 }, { a: 1 }],
  ['an array has null for what is missing', ['$a', '$b'], [1, null], { a: 1 }],
  ['$literal', { $literal: '$a' }, '$a'],
];

const arithmetic: ExpressionRow[] = [
  ['$add of ints', { $add: [1, 2] }, int(3)],
  ['$add with a double', { $add: [1, double(2)] }, double(3)],
  ['$add with null', { $add: [1, null] }, null],
  ['$add with what is missing', { $add: [1, '$x'] }, null],
  ['$subtract', { $subtract: [5, 7] }, int(-2)],
  [
    '$subtract with three',
    { $subtract: [1, 2, 3] },
    failure(16020, 'Expression $subtract takes exactly 2 arguments. 3 were passed in.'),
  ],
  ['$multiply', { $multiply: [2, 3, 4] }, int(24)],
];

const logic: ExpressionRow[] = [
  ['$eq over types', { $eq: [1, double(1)] }, true],
  ['$eq of null and missing', { $eq: ['$x', null] }, false],
  ['$gt has no type brackets', { $gt: ['x', 5] }, true],
  ['$lt of missing and null', { $lt: ['$x', null] }, true],
  ['$and', { $and: [true, 1, 'x'] }, true],
  ['$and of nothing', { $and: [] }, true],
  ['$or with zero and null', { $or: [0, null, '$x'] }, false],
  ['$cond', { $cond: [{ $gt: [2, 1] }, 'y', 'n'] }, 'y'],
  ['$cond with names', { $cond: { if: '$x', then: 1, else: 2 } }, int(2)],
  ['$ifNull', { $ifNull: ['$x', null, 3] }, int(3)],
  ['$ifNull keeps false', { $ifNull: [false, 3] }, false],
  ['$ifNull of nothing but missing', { $ifNull: ['$x', '$y'] }, undefined],
];

const arrays: ExpressionRow[] = [
  ['$first', { $first: [[7, 8]] }, int(7)],
  ['$in', { $in: [2, [1, 2]] }, true],
  ['$in of missing', { $in: [2, '$x'] }, failure(40081, '$in requires an array as a second argument, found: missing')],
];

const texts: ExpressionRow[] = [['$substrCP', { $substrCP: ['cafétéria', 3, 2] }, 'ét']];

export const expressionCases = [...paths, ...arithmetic, ...integerExpressions, ...logic, ...arrays, ...texts];
