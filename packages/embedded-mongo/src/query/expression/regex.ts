import { Int32 } from 'bson';
import { type Document, typeNameOf } from '../bson.js';
import { Rank, regexParts, typeRank } from '../compare.js';
import { MongoError } from '../error.js';
import { compileRegex } from '../match/regex.js';
import { named, valueOf } from './operator.js';
import { isNullish, type Operator, type OperatorTable } from './scope.js';

function searcher(name: string, find: (text: string, regex: RegExp) => unknown, none: () => unknown): Operator {
  const spec = {
    required: ['input', 'regex'],
    optional: ['options'],
    codes: { shape: 51103, unknown: 31024, missing: 31022 },
  };
  return named(name, spec, ({ input, regex, options }) => {
    let last: { pattern: string; flags: string; compiled: RegExp } | undefined;
    return (root) => {
      const text = valueOf(input, root);
      if (!isNullish(text) && typeof text !== 'string') {
        throw new MongoError(51104, `${name} needs 'input' to be of type string`);
      }
      const parts = patternOf(name, valueOf(regex, root), valueOf(options, root));
      if (!parts || isNullish(text)) return none();
      if (last?.pattern !== parts.pattern || last.flags !== parts.options) {
        last = { pattern: parts.pattern, flags: parts.options, compiled: compileRegex(parts.pattern, parts.options) };
      }
      return find(text, last.compiled);
    };
  });
}

function patternOf(name: string, regex: unknown, options: unknown): { pattern: string; options: string } | undefined {
  if (!isNullish(options) && typeof options !== 'string') {
    throw new MongoError(51106, `${name} needs 'options' to be of type string`);
  }
  const flags = options ?? '';
  if (isNullish(regex)) return undefined;
  if (typeof regex === 'string') return { pattern: regex, options: flags };
  if (typeRank(regex) !== Rank.regex) {
    throw new MongoError(51105, `${name} needs 'regex' to be of type string or regex, not ${typeNameOf(regex)}`);
  }
  const parts = regexParts(regex);
  if (parts.options !== '' && flags !== '') {
    throw new MongoError(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`);
  }
  return { pattern: parts.pattern, options: parts.options || flags };
}

function describeMatch(text: string, match: RegExpExecArray): Document {
  return {
    match: match[0],
    idx: new Int32(Array.from(text.slice(0, match.index)).length),
    captures: match.slice(1).map((capture: string | undefined) => capture ?? null),
  };
}

function findFirst(text: string, regex: RegExp): unknown {
  const match = regex.exec(text);
  return match ? describeMatch(text, match) : null;
}

function findAll(text: string, regex: RegExp): unknown {
  const global = new RegExp(regex.source, `${regex.flags}g`);
  return Array.from(text.matchAll(global), (match) => describeMatch(text, match));
}

export const regexOperators: OperatorTable = {
  $regexMatch: searcher(
    '$regexMatch',
    (text, regex) => regex.test(text),
    () => false,
  ),
  $regexFind: searcher('$regexFind', findFirst, () => null),
  $regexFindAll: searcher('$regexFindAll', findAll, () => []),
};
