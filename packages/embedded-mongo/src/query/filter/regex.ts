import { refused } from '../../supported.js';
import type { BSONRegExp } from 'bson';
import { tagOf } from '../bson.js';
import { MongoError } from '../error.js';

// Literal characters, `\d`, groups, alternatives, repetitions, and anchors: what PCRE and JavaScript read alike.
const SUPPORTED = /^(?:[^\\.[\]{}$]|\\[^a-zA-Z0-9]|\\d|\{\d+(?:,\d*)?\}|\$$)*$/u;
const UNSUPPORTED_GROUP = /\(\?/;
const NEEDS_ESCAPE = /[d^$\\.*+?()[\]{}|/]/;

/**
 * Compiles a regular expression value to JavaScript.
 * @throws MongoError 238 for constructs and options that are not supported, 51091 for an invalid pattern
 */
export function compileRegex(value: unknown): RegExp {
  const { pattern, options } = value as BSONRegExp;
  if (options !== '' && options !== 'i') throw refused('pattern', `${pattern} with the options ${options}`);
  if (!SUPPORTED.test(pattern) || UNSUPPORTED_GROUP.test(pattern)) throw refused('pattern', pattern);
  // Unicode mode does not allow unnecessary escapes; PCRE's `$` also matches before a final line break.
  const source = pattern
    .replace(/\\(.)/gsu, (token, character: string) => (NEEDS_ESCAPE.test(character) ? token : character))
    .replace(/(?<!\\)((?:\\\\)*)\$$/, '$1(?=\\n?$)');
  try {
    return new RegExp(source, options === 'i' ? 'iu' : 'u');
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : pattern}`);
  }
}

const LITERAL = /^(?:[^\\^$.|?*+()[\]{}]|\\[^a-zA-Z0-9])*/;

/** The prefix of every match of the pattern, if it is anchored (`^abc`); undefined if there is none. */
export function regexPrefix(value: unknown): string | undefined {
  const { pattern, options } = value as BSONRegExp;
  // A vertical bar may introduce another prefix; i also matches other letters.
  if (options !== '' || pattern.includes('|') || !pattern.startsWith('^')) return undefined;
  const rest = pattern.slice(1);
  let literal = LITERAL.exec(rest)?.[0] ?? '';
  // A quantifier belongs to the preceding character.
  if (/^[?*{]/.test(rest.slice(literal.length))) literal = literal.replace(/(?:\\.|[^\\])$/u, '');
  const text = literal.replace(/\\(.)/gu, '$1');
  return text === '' ? undefined : text;
}

/** True for a pattern that all strings with a certain prefix match and no others, such as `^abc`. */
export function isPrefixPattern(regex: unknown): boolean {
  if (tagOf(regex) !== 'BSONRegExp' || regexPrefix(regex) === undefined) return false;
  const literal = (regex as BSONRegExp).pattern.slice(1);
  return LITERAL.exec(literal)?.[0] === literal;
}
