import { BSONRegExp } from 'bson';
import { isDocument, tagOf } from '../bson.js';
import { regexParts } from '../compare.js';
import { MongoError } from '../error.js';
import { translatePattern } from './pcre.js';

/**
 * Compiles a BSON regular expression (PCRE with the options i, m, s, x and u) to JavaScript. Options may also be at
 * the start of the pattern, as in `(?i)abc`.
 * @throws MongoError 51091 for a pattern that JavaScript does not support, 51108 for an unknown option.
 */
export function compileRegex(pattern: string, options: string): RegExp {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set((options + (inline?.[1] ?? '')).replace('u', ''));
  let source = inline ? pattern.slice(inline[0].length) : pattern;
  if (flags.delete('x')) source = withoutLayout(source);
  for (const flag of flags) {
    if (!'ims'.includes(flag)) throw new MongoError(51108, `invalid flag in regex options: ${flag}`);
  }
  try {
    return new RegExp(translatePattern(source, flags), flags.has('i') ? 'iu' : 'u');
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw new MongoError(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : pattern}`);
  }
}

/** Compiles a regular expression value, wrapped or native. */
export function regexOf(value: unknown): RegExp {
  const { pattern, options } = regexParts(value);
  return compileRegex(pattern, options);
}

function withoutLayout(pattern: string): string {
  return pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]])*\]|\s+|#.*$/gm, (token) => (/^[\s#]/.test(token) ? '' : token));
}

const ANCHOR = /^(?:\^|\\A)/;
const LITERAL = /^(?:[^\\^$.|?*+()[\]{}]|\\[^a-zA-Z0-9])*/;

/** The prefix of every match of the pattern, if it is anchored (`^abc`); undefined if there is none. */
export function regexPrefix(value: unknown): string | undefined {
  const { pattern, options } = regexParts(value);
  // A vertical bar may introduce another prefix; i also matches other letters; m anchors at every line.
  if (/[imx]/.test(options) || pattern.includes('|')) return undefined;
  const start = ANCHOR.exec(pattern);
  if (!start) return undefined;
  const rest = pattern.slice(start[0].length);
  let literal = LITERAL.exec(rest)?.[0] ?? '';
  // A quantifier belongs to the preceding character.
  if (/^[?*{]/.test(rest.slice(literal.length))) literal = literal.replace(/(?:\\.|[^\\])$/u, '');
  const text = literal.replace(/\\(.)/gu, '$1');
  return text === '' ? undefined : text;
}

/** True for a condition that all strings with a certain prefix meet and no others, such as `{ $regex: '^abc' }`. */
export function isPrefixPattern(operand: unknown): boolean {
  const value = isDocument(operand) && Object.keys(operand).length === 1 ? operand.$regex : operand;
  const regex = typeof value === 'string' && value !== operand ? new BSONRegExp(value) : value;
  if (tagOf(regex) !== 'BSONRegExp' || regexPrefix(regex) === undefined) return false;
  const literal = regexParts(regex).pattern.replace(ANCHOR, '');
  return LITERAL.exec(literal)?.[0] === literal;
}
