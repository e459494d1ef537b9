import { Binary, Double, Long, ObjectId, UUID } from 'bson';
import { failure, of, over, type Searches } from './case.js';
import { integerFilters } from './integers.js';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

const equality = [
  over(
    of(5, new Double(5), Long.fromNumber(5), new Double(5), '5', [5, 6], 6, undefined),
    ['numbers of all types are one', { a: 5 }, [0, 1, 2, 3, 5]],
    ['a string is no number', { a: '5' }, [4]],
    ['an array as a whole', { a: [5, 6] }, [5]],
    ['an array in another order', { a: [6, 5] }, []],
    ['$ne leaves out arrays that hold the value', { a: { $ne: 5 } }, [4, 6, 7]],
    ['$in with several types', { a: { $in: [6, '5'] } }, [4, 5, 6]],
    ['$in of nothing', { a: { $in: [] } }, []],
    ['$nin of nothing', { a: { $nin: [] } }, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['$in with a long list', { a: { $in: [1, 2, 3, 4, 6, 7, 8] } }, [5, 6]],
    ['an empty filter', {}, [0, 1, 2, 3, 4, 5, 6, 7]],
  ),
  over(
    of({ x: 1, y: 2 }, { y: 2, x: 1 }, { x: 1, y: 2, z: 3 }, {}, [{ x: 1, y: 2 }]),
    ['a sub-document is compared whole, with its order', { a: { x: 1, y: 2 } }, [0, 4]],
    ['an empty sub-document', { a: {} }, [3]],
    ['dotted paths do not mind order', { 'a.x': 1, 'a.y': 2 }, [0, 1, 2, 4]],
    ['numbers inside are compared by value', { a: { x: new Double(1), y: Long.fromNumber(2) } }, [0, 4]],
  ),
  over(
    of(0, new Double(0.1), Long.fromString('9007199254740993'), new Double(9007199254740992)),
    ['a long beyond 53 bits is exact', { a: Long.fromString('9007199254740993') }, [2]],
    ['a double compares exactly with a long', { a: { $lt: Long.fromString('9007199254740993') } }, [0, 1, 3]],
  ),
  over(
    of(new Double(NaN), new Double(NaN), 1, new Double(-Infinity)),
    ['NaN equals NaN', { a: new Double(NaN) }, [0, 1]],
    ['$gte: NaN matches NaN only', { a: { $gte: new Double(NaN) } }, [0, 1]],
    ['$lt: NaN matches nothing', { a: { $lt: new Double(NaN) } }, []],
    ['NaN is not less than a number', { a: { $lt: 5 } }, [2, 3]],
  ),
  over(
    of(
      new ObjectId('64b000000000000000000001'),
      '64b000000000000000000001',
      new Binary(Buffer.from('ab')),
      new Binary(Buffer.from('ab'), 128),
      new UUID('0a1b2c3d-0000-4000-8000-000000000001'),
    ),
    ['an ObjectId is not its text', { a: new ObjectId('64b000000000000000000001') }, [0]],
    ['binaries differ by subtype', { a: new Binary(Buffer.from('ab')) }, [2]],
    ['a UUID', { a: new UUID('0a1b2c3d-0000-4000-8000-000000000001') }, [4]],
  ),
];

const ranges = [
  over(
    of(1, 5, 10, '7', null, day('2024-01-01'), undefined, [0, 20], true),
    ['$gt keeps to the type', { a: { $gt: 4 } }, [1, 2, 7]],
    ['$lte of a string', { a: { $lte: '7' } }, [3]],
    ['$gte of a date', { a: { $gte: day('2024-01-01') } }, [5]],
    ['a range over one value', { a: { $gte: 5, $lt: 10 } }, [1, 7]],
    ['different elements may meet the two ends', { a: { $gt: 15, $lt: 5 } }, [7]],
    ['$gte: false', { a: { $gte: false } }, [8]],
  ),
  over(
    of('a', 'B', 'é', '\uffee', '\u{1f600}', ''),
    ['strings are ordered by their bytes', { a: { $gt: 'a' } }, [2, 3, 4]],
    ['a character beyond 16 bits comes last', { a: { $gt: '\uffee' } }, [4]],
    ['the empty string is the least', { a: { $lt: 'B' } }, [5]],
  ),
  over(
    of({ b: 1 }, { b: 2 }, { c: 0 }, { b: 'x' }, [1, 2], [1, 3]),
    ['documents are ordered field by field: type, name, value', { a: { $gt: { b: 1 } } }, [1, 2, 3]],
    ['arrays are ordered element by element', { a: { $gt: [1, 2] } }, [5]],
  ),
];

const arrays = [
  over(
    of([1, 2, 3], [3, 2], 2, [[1, 2]], [], [{ b: 1 }, { b: 5 }]),
    ['$size of nothing', { a: { $size: 0 } }, [4]],
    ['an element by its place', { 'a.0': 3 }, [1]],
    ['an array within an array', { a: [1, 2] }, [3]],
    ['$elemMatch on documents', { a: { $elemMatch: { b: { $gt: 2 } } } }, [5]],
    ['$elemMatch with $or', { a: { $elemMatch: { $or: [{ b: 5 }, { b: 7 }] } } }, [5]],
    ['a dotted path goes into the elements', { 'a.b': 5 }, [5]],
    ['a place and a field', { 'a.1.b': 5 }, [5]],
  ),
  over(
    of([{ b: [{ c: 1 }, { c: 2 }] }, { b: [{ c: 3 }] }], { b: { c: 3 } }, [{ b: { c: [3, 4] } }]),
    ['arrays on two levels', { 'a.b.c': 3 }, [0, 1, 2]],
    ['a place on the second level', { 'a.b.0.c': 3 }, [0]],
    ['a place on the first level', { 'a.0.b.c': 2 }, [0]],
  ),
];

const logic = over(
  [{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 1 }, { b: 3 }],
  ['$and', { $and: [{ a: 1 }, { b: 1 }] }, [0]],
  ['$or', { $or: [{ a: 2 }, { b: 2 }] }, [1, 2]],
  ['$or beside a field', { b: 1, $or: [{ a: 1 }, { a: 2 }] }, [0, 2]],
  ['nested', { $or: [{ $and: [{ a: 1 }, { b: 2 }] }, { a: { $exists: false } }] }, [1, 3]],
);

const element = over(
  of(1, 'x', null, undefined, [1, 'x'], new Double(1.5), Long.fromNumber(1), { b: 1 }, 2),
  ['$exists: true', { a: { $exists: true } }, [0, 1, 2, 4, 5, 6, 7, 8]],
  ['$exists: 0', { a: { $exists: 0 } }, [3]],
  ['$type by alias', { a: { $type: 'string' } }, [1, 4]],
  ['$type: number', { a: { $type: 'number' } }, [0, 4, 5, 6, 8]],
  ['$type: array', { a: { $type: 'array' } }, [4]],
  ['$type: object', { a: { $type: 'object' } }, [7]],
  ['$type: null', { a: { $type: 'null' } }, [2]],
);

const patterns = over(
  of('Karachi', 'karachi lab', ['x', 'karo'], 5, 'a\nkar', undefined),
  ['a pattern', { a: /^kar/ }, [1, 2]],
  ['a pattern without case', { a: /^KAR/i }, [0, 1, 2]],
  ['$regex with $options', { a: { $regex: '^kar', $options: 'i' } }, [0, 1, 2]],
  ['$regex as a pattern', { a: { $regex: /lab$/ } }, [1]],
);

const refusals = over(
  [{ a: 1 }],
  ['$and of nothing', { $and: [] }, failure(2, '$and/$or/$nor must be a nonempty array')],
  ['$or that is no array', { $or: { a: 1 } }, failure(2, '$or must be an array')],
  ['$in that is no array', { a: { $in: 1 } }, failure(2, '$in needs an array')],
  ['$in of an operator', { a: { $in: [{ $gt: 1 }] } }, failure(2, 'cannot nest $ under $in')],
  ['$nin that is no array', { a: { $nin: 1 } }, failure(2, '$nin needs an array')],
  ['$elemMatch of a value', { a: { $elemMatch: 1 } }, failure(2, '$elemMatch needs an Object')],
  ['$gt of a pattern', { a: { $gt: /x/ } }, { code: 2 }],
  ['$ne of a pattern', { a: { $ne: /x/ } }, failure(2, "Can't have regex as arg to $ne.")],
  ['$regex of a number', { a: { $regex: 1 } }, failure(2, '$regex has to be a string')],
  ['$options alone', { a: { $options: 'i' } }, failure(2, '$options needs a $regex')],
  ['a pattern that cannot be read', { a: { $regex: '(' } }, { code: 51091 }],
  ['$size of a fraction', { a: { $size: new Double(1.5) } }, { code: 2 }],
  ['$size below zero', { a: { $size: -1 } }, { code: 2 }],
);

export const filterCases: Searches[] = [
  ...equality,
  ...ranges,
  ...arrays,
  logic,
  element,
  patterns,
  integerFilters,
  refusals,
];
