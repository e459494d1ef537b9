import { refused } from '../../supported.js';
import { inBatches } from '../batches.js';
import { type Document, isDocument } from '../bson.js';
import { describe } from '../describe.js';
import { compileExpression } from '../expression.js';
import type { Evaluate } from '../expression/operator.js';
import { keyString } from '../keys.js';
import { Memory } from '../memory.js';
import { isFieldName, setField } from '../paths.js';
import { type Accumulator, ACCUMULATORS } from './accumulator.js';
import type { StageCompiler } from './stages.js';

interface Output {
  name: string;
  evaluate: Evaluate;
  create: () => Accumulator;
}

/** The approximate size of a group, and of each of its accumulators. */
const GROUP_BYTES = 32;

interface Group {
  id: unknown;
  accumulators: Accumulator[];
}

/** `$group`: one document for each value of `_id`, in the order in which the values first appear. */
export const group: StageCompiler = (argument, { memoryLimit }) => {
  if (!isDocument(argument) || !('_id' in argument)) throw refused('stage', `$group: ${describe(argument)}`);
  const { _id, ...fields } = argument;
  const idOf = compileExpression(_id);
  const outputs = Object.entries(fields).map(([name, value]) => outputOf(name, value));
  return function* (source) {
    const groups = new Map<string, Group>();
    const memory = new Memory('$group', memoryLimit);
    const add = (document: Document): void => {
      const id = idOf(document) ?? null;
      const key = typeof id === 'string' ? `s${id}` : keyString(id);
      let found = groups.get(key);
      if (!found) {
        found = { id, accumulators: outputs.map((output) => output.create()) };
        groups.set(key, found);
        memory.add(key.length + GROUP_BYTES * (1 + outputs.length));
      }
      for (const [i, { evaluate }] of outputs.entries()) found.accumulators[i]?.add(evaluate(document));
    };
    for (const batch of source) {
      for (const document of batch) add(document);
      yield [];
    }
    for (const batch of inBatches(groups.values())) yield batch.map((found) => resultOf(found, outputs));
  };
};

function resultOf({ id, accumulators }: Group, outputs: readonly Output[]): Document {
  const result: Document = { _id: id };
  for (const [i, { name }] of outputs.entries()) setField(result, name, accumulators[i]?.result() ?? null);
  return result;
}

function outputOf(name: string, value: unknown): Output {
  const [[operator, argument] = ['', undefined], other] = isDocument(value) ? Object.entries(value) : [];
  const create = !other && Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!create || Array.isArray(argument) || !isFieldName(name)) {
    throw refused('accumulator', operator || `${name}: ${describe(value)}`);
  }
  return { name, evaluate: compileExpression(argument), create };
}
