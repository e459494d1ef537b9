import type { Fields, Statement } from '../statement';

/** The first words of a rule, a statement that it refuses, and one like it that it allows. */
export type Case = [rule: string, refused: Statement, allowed: Statement];

/** A statement; its name is the command's first field. */
export function sent(command: Fields, known: Partial<Statement> = {}): Statement {
  const name = Object.keys(command)[0] ?? '';
  return { name, database: 'test', command, indexes: new Map(), created: new Set(), ...known };
}

/** A statement of a transaction that has begun before. */
export function within(command: Fields, known: Partial<Statement> = {}): Statement {
  return sent({ ...command, lsid: { id: 1 }, txnNumber: 1, autocommit: false }, known);
}

export function find(options: Fields): Statement {
  return sent({ find: 'c', ...options });
}

export function findBy(filter: Fields): Statement {
  return find({ filter });
}

export function update(u: unknown, options: Fields = {}): Statement {
  return sent({ update: 'c', updates: [{ q: {}, u, ...options }] });
}

export function insert(...documents: Fields[]): Statement {
  return sent({ insert: 'c', documents });
}

export function aggregate(...pipeline: Fields[]): Statement {
  return sent({ aggregate: 'c', pipeline, cursor: {} });
}

export function index(key: Fields, options: Fields = {}, ...earlier: Fields[]): Statement {
  const command = { createIndexes: 'c', indexes: [{ key, name: 'i', ...options }] };
  return sent(command, { indexes: new Map(earlier.map((each) => [String(each['name']), each])) });
}

/** A document with a field for each number. */
export function numbered(count: number, value: unknown = 1): Fields {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`f${number}`, value]));
}
