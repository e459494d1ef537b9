import { Binary, Double, Long, ObjectId, type Document, type IndexDescription } from 'mongodb';

export interface Thing extends Document {
  _id?: number | Double;
}

const id = new ObjectId('64b000000000000000000001');
export const a1: IndexDescription = { key: { a: 1 } };

interface Duplicate {
  name: string;
  index: IndexDescription;
  first: Thing;
  second: Thing;
  keyValue: Document;
  /** The key as MongoDB prints it. */
  text: string;
}

/** Two documents with the same key, which are equal unless the second is given. */
function duplicate(
  name: string,
  index: IndexDescription,
  first: Thing,
  keyValue: Document,
  text: string,
  second = { ...first },
): Duplicate {
  return { name, index, first, second, keyValue, text };
}

export const duplicates: Duplicate[] = [
  duplicate('a string', a1, { a: 'x' }, { a: 'x' }, '{ a: "x" }'),
  duplicate('an int', a1, { a: 1 }, { a: 1 }, '{ a: 1 }'),
  duplicate('a double of the same value', a1, { a: 1 }, { a: 1 }, '{ a: 1.0 }', { a: new Double(1) }),
  duplicate('a fraction', a1, { a: 1.5 }, { a: 1.5 }, '{ a: 1.5 }'),
  duplicate('a long', a1, { a: 1 }, { a: 1 }, '{ a: 1 }', { a: Long.fromNumber(1) }),
  duplicate('true', a1, { a: true }, { a: true }, '{ a: true }'),
  duplicate('null', a1, { a: null }, { a: null }, '{ a: null }'),
  duplicate('null and missing', a1, {}, { a: null }, '{ a: null }', { a: null }),
  duplicate('missing twice', a1, {}, { a: null }, '{ a: null }'),
  duplicate('an ObjectId', a1, { a: id }, { a: id }, "{ a: ObjectId('64b000000000000000000001') }"),
  duplicate('a date', a1, { a: new Date(5) }, { a: new Date(5) }, '{ a: new Date(5) }'),
  duplicate(
    'bytes',
    a1,
    { a: new Binary(Buffer.from('ab')) },
    { a: new Binary(Buffer.from('ab')) },
    '{ a: BinData(0, 6162) }',
  ),
  duplicate('a sub-document', a1, { a: { x: 1, y: 'z' } }, { a: { x: 1, y: 'z' } }, '{ a: { x: 1, y: "z" } }'),
  duplicate('a dotted path', { key: { 'a.b': 1 } }, { a: { b: 'x' } }, { 'a.b': 'x' }, '{ a.b: "x" }'),
  duplicate(
    'two fields',
    { key: { a: 1, 'b.c': -1 } },
    { a: 'x', b: { c: 2 } },
    { a: 'x', 'b.c': 2 },
    '{ a: "x", b.c: 2 }',
  ),
  duplicate(
    'two fields of which one is missing',
    { key: { a: 1, b: 1 } },
    { a: 1 },
    { a: 1, b: null },
    '{ a: 1, b: null }',
  ),
  duplicate('an element of an array', a1, { a: ['x', 'y'] }, { a: 'y' }, '{ a: "y" }', { a: ['z', 'y'] }),
  duplicate(
    'the fields of an element',
    { key: { 'a.x': 1, 'a.y': 1 } },
    { a: [{ x: 1, y: 2 }] },
    { 'a.x': 1, 'a.y': 2 },
    '{ a.x: 1, a.y: 2 }',
    {
      a: [
        { x: 3, y: 4 },
        { x: 1, y: 2 },
      ],
    },
  ),
  duplicate('an explicit null in a sparse index', { ...a1, sparse: true }, { a: null }, { a: null }, '{ a: null }'),
  duplicate(
    'one of two fields in a sparse index',
    { key: { a: 1, b: 1 }, sparse: true },
    { a: 1 },
    { a: 1, b: null },
    '{ a: 1, b: null }',
  ),
  duplicate(
    'documents inside the partial filter',
    { ...a1, partialFilterExpression: { open: true } },
    { a: 1, open: true },
    { a: 1 },
    '{ a: 1 }',
  ),
];
