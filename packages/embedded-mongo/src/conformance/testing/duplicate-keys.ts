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

export const duplicates: Duplicate[] = [
  { name: 'a string', index: a1, first: { a: 'x' }, second: { a: 'x' }, keyValue: { a: 'x' }, text: '{ a: "x" }' },
  { name: 'an int', index: a1, first: { a: 1 }, second: { a: 1 }, keyValue: { a: 1 }, text: '{ a: 1 }' },
  {
    name: 'a double of the same value',
    index: a1,
    first: { a: 1 },
    second: { a: new Double(1) },
    keyValue: { a: 1 },
    text: '{ a: 1.0 }',
  },
  { name: 'a fraction', index: a1, first: { a: 1.5 }, second: { a: 1.5 }, keyValue: { a: 1.5 }, text: '{ a: 1.5 }' },
  {
    name: 'a long',
    index: a1,
    first: { a: 1 },
    second: { a: Long.fromNumber(1) },
    keyValue: { a: 1 },
    text: '{ a: 1 }',
  },
  { name: 'true', index: a1, first: { a: true }, second: { a: true }, keyValue: { a: true }, text: '{ a: true }' },
  { name: 'null', index: a1, first: { a: null }, second: { a: null }, keyValue: { a: null }, text: '{ a: null }' },
  { name: 'null and missing', index: a1, first: {}, second: { a: null }, keyValue: { a: null }, text: '{ a: null }' },
  { name: 'missing twice', index: a1, first: {}, second: {}, keyValue: { a: null }, text: '{ a: null }' },
  {
    name: 'an ObjectId',
    index: a1,
    first: { a: id },
    second: { a: id },
    keyValue: { a: id },
    text: "{ a: ObjectId('64b000000000000000000001') }",
  },
  {
    name: 'a date',
    index: a1,
    first: { a: new Date(5) },
    second: { a: new Date(5) },
    keyValue: { a: new Date(5) },
    text: '{ a: new Date(5) }',
  },
  {
    name: 'bytes',
    index: a1,
    first: { a: new Binary(Buffer.from('ab')) },
    second: { a: new Binary(Buffer.from('ab')) },
    keyValue: { a: new Binary(Buffer.from('ab')) },
    text: '{ a: BinData(0, 6162) }',
  },
  {
    name: 'a sub-document',
    index: a1,
    first: { a: { x: 1, y: 'z' } },
    second: { a: { x: 1, y: 'z' } },
    keyValue: { a: { x: 1, y: 'z' } },
    text: '{ a: { x: 1, y: "z" } }',
  },
  {
    name: 'a dotted path',
    index: { key: { 'a.b': 1 } },
    first: { a: { b: 'x' } },
    second: { a: { b: 'x' } },
    keyValue: { 'a.b': 'x' },
    text: '{ a.b: "x" }',
  },
  {
    name: 'two fields',
    index: { key: { a: 1, 'b.c': -1 } },
    first: { a: 'x', b: { c: 2 } },
    second: { a: 'x', b: { c: 2 } },
    keyValue: { a: 'x', 'b.c': 2 },
    text: '{ a: "x", b.c: 2 }',
  },
  {
    name: 'two fields of which one is missing',
    index: { key: { a: 1, b: 1 } },
    first: { a: 1 },
    second: { a: 1 },
    keyValue: { a: 1, b: null },
    text: '{ a: 1, b: null }',
  },
  {
    name: 'an element of an array',
    index: a1,
    first: { a: ['x', 'y'] },
    second: { a: ['z', 'y'] },
    keyValue: { a: 'y' },
    text: '{ a: "y" }',
  },
  {
    name: 'the fields of an element',
    index: { key: { 'a.x': 1, 'a.y': 1 } },
    first: { a: [{ x: 1, y: 2 }] },
    second: {
      a: [
        { x: 3, y: 4 },
        { x: 1, y: 2 },
      ],
    },
    keyValue: { 'a.x': 1, 'a.y': 2 },
    text: '{ a.x: 1, a.y: 2 }',
  },
  {
    name: 'an explicit null in a sparse index',
    index: { ...a1, sparse: true },
    first: { a: null },
    second: { a: null },
    keyValue: { a: null },
    text: '{ a: null }',
  },
  {
    name: 'one of two fields in a sparse index',
    index: { key: { a: 1, b: 1 }, sparse: true },
    first: { a: 1 },
    second: { a: 1 },
    keyValue: { a: 1, b: null },
    text: '{ a: 1, b: null }',
  },
  {
    name: 'documents inside the partial filter',
    index: { ...a1, partialFilterExpression: { open: true } },
    first: { a: 1, open: true },
    second: { a: 1, open: true },
    keyValue: { a: 1 },
    text: '{ a: 1 }',
  },
];
