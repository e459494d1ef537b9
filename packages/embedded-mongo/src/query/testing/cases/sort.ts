import { Double, Long, ObjectId } from 'bson';
import { failure, of, over, type Searches } from './case.js';
import { integerSorts } from './integers.js';

export const sortCases: Searches[] = [
  integerSorts,
  over(
    of(
      [new Date(1)],
      new Date(0),
      true,
      new ObjectId('64b000000000000000000001'),
      { b: 1 },
      'x',
      5,
      null,
      [],
      Buffer.from('x'),
    ),
    ['types have an order', { a: 1 }, [8, 7, 6, 5, 4, 9, 3, 2, 1, 0]],
    ['and backwards', { a: -1 }, [0, 1, 2, 3, 9, 4, 5, 6, 7, 8]],
  ),
  over(of(new Double(2.5), 2, new Double(2.25), Long.fromNumber(3), new Double(NaN)), [
    'numbers of all types are in one order',
    { a: 1 },
    [4, 1, 2, 0, 3],
  ]),
  over(
    of([5, 1], 3, [4], undefined, [], null),
    ['ascending, an array counts by its least', { a: 1 }, [4, 3, 5, 0, 1, 2]],
    ['descending, by its greatest', { a: -1 }, [0, 2, 1, 3, 5, 4]],
  ),
  over(
    [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: 1, b: 1 },
    ],
    ['two fields', { a: 1, b: 1 }, [2, 0, 1]],
    ['in two directions', { a: -1, b: 1 }, [1, 2, 0]],
    ['no field', {}, [0, 1, 2]],
  ),
  over(
    of({ b: 2 }, { b: 1 }, [{ b: 3 }, { b: 0 }], 5),
    ['a dotted path', { 'a.b': 1 }, [3, 2, 1, 0]],
    ['a dotted path backwards', { 'a.b': -1 }, [2, 0, 1, 3]],
  ),
  over(
    of(
      [
        { x: 1, y: 5 },
        { x: 2, y: 1 },
      ],
      [{ x: 1, y: 3 }],
    ),
    ['two fields of one array are taken from one element', { 'a.x': 1, 'a.y': 1 }, [1, 0]],
  ),
  over(of('b', 'A', 'a', 'é', 'B'), ['strings by their bytes, capitals first', { a: 1 }, [1, 4, 2, 0, 3]]),
  over(
    [{ a: [1], b: [2] }],
    ['two arrays', { a: 1, b: 1 }, failure(2, 'cannot sort with keys that are parallel arrays')],
  ),
];
