import { MongoError } from '../error.js';

// The parts of a pattern that PCRE and JavaScript interpret differently; everything else is copied.
const TOKEN = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\(\?P<|\{(?:\d+(?:,\d*)?\})?|[\s\S]/g;

const AT_START = '(?<![\\s\\S])';
const AT_END = '(?![\\s\\S])';
const BEFORE_LAST_NEWLINE = '(?![^\\n]|\\n[\\s\\S])';
const SPACES = '\\t-\\r ';

/**
 * Rewrites a PCRE pattern for JavaScript's unicode mode with the same meaning: only `\n` is a line break for dots and
 * line anchors, `$` also matches before a final line break, `\s` and `\h` are ASCII, and unnecessary escapes are
 * allowed.
 * @throws MongoError 51091 for constructs that have no equivalent.
 */
export function translatePattern(pattern: string, flags: ReadonlySet<string>): string {
  const multiline = flags.has('m');
  let inClass = false;
  let result = '';
  let before = '';
  for (const match of pattern.matchAll(TOKEN)) {
    const token = match[0];
    const member = inClass;
    if (token.startsWith('\\')) {
      result += escapeToken(token, inClass);
    } else if (inClass) {
      const first = before === '[' || before === '[^';
      inClass = token !== ']' || first;
      result += classToken(token, before, first, pattern.slice(match.index));
    } else {
      inClass = token === '[';
      result += plainToken(token, multiline, flags.has('s'));
    }
    if (member && token === '^' && before === '[') before = '[^';
    else before = member && token === '[' ? '' : token;
  }
  return result;
}

function escapeToken(token: string, inClass: boolean): string {
  if (!token.startsWith('\\Q')) return escapeSequence(token.slice(1), inClass);
  const quoted = token.slice(2).replace(/\\E$/, '');
  return quoted.replace(/[\^$\\.*+?()[\]{}|/-]/g, (character) =>
    character === '-' && !inClass ? '-' : `\\${character}`,
  );
}

const SET_ESCAPE = /^\\[dDwWsSh]$/;

function classToken(token: string, before: string, first: boolean, rest: string): string {
  switch (token) {
    case ']':
      // Directly after the opening bracket, it is a member of the class.
      return first ? '\\]' : ']';
    case '[':
      if (/^\[[:.=]/.test(rest)) throw unreadable('POSIX classes are not supported');
      return '\\[';
    case '-':
      // Next to a set of characters, it cannot form a range.
      return SET_ESCAPE.test(before) || /^-\\[dDwWsSh]/.test(rest) ? '\\-' : '-';
    default:
      return token;
  }
}

function plainToken(token: string, multiline: boolean, dotAll: boolean): string {
  switch (token) {
    case '.':
      return dotAll ? '[\\s\\S]' : '[^\\n]';
    case '^':
      return multiline ? '(?<![^\\n])' : '^';
    case '$':
      return multiline ? '(?![^\\n])' : BEFORE_LAST_NEWLINE;
    case '(?P<':
      return '(?<';
    case ']':
    case '{':
    case '}':
      return `\\${token}`;
    default:
      return token;
  }
}

const OUTSIDE: Record<string, string> = {
  A: AT_START,
  z: AT_END,
  Z: BEFORE_LAST_NEWLINE,
  s: `[${SPACES}]`,
  S: `[^${SPACES}]`,
  h: '[\\t ]',
  R: '(?:\\r\\n|[\\n-\\r])',
  a: '\\x07',
  e: '\\x1b',
};
const INSIDE: Record<string, string> = { s: SPACES, h: '\\t ', a: '\\x07', e: '\\x1b' };
const KEPT = /[bBdDwWnrtfvxupPk0-9^$\\.*+?()[\]{}|/]/;

function escapeSequence(character: string, inClass: boolean): string {
  const known = (inClass ? INSIDE : OUTSIDE)[character];
  if (known !== undefined) return known;
  if (KEPT.test(character) || (inClass && character === '-')) return `\\${character}`;
  if (/[a-zA-Z]/.test(character)) throw unreadable(`unrecognized or unsupported escape \\${character}`);
  return character;
}

function unreadable(why: string): MongoError {
  return new MongoError(51091, `Regular expression is invalid: ${why}`);
}
