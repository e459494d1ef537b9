import { BSONRegExp } from 'bson';
import { describe, expect, it } from 'vitest';
import { compileRegex, regexPrefix } from './regex.js';

describe('compileRegex', () => {
  it.each<[pattern: string, options: string, text: string, found: boolean]>([
    ['abc', '', 'xabcx', true],
    ['^abc$', '', 'abc', true],
    ['^abc$', '', 'abc\n', true],
    ['^abc$', '', 'abc\n\n', false],
    ['^b$', '', 'a\nb\nc', false],
    ['É', 'i', 'é', true],
    ['a\\-b\\@c', '', 'a-b@c', true],
    ['a\\\\-b', '', 'a\\-b', true],
    ['a\\$', '', 'a$', true],
    ['a\\\\$', '', 'a\\', true],
    ['^a\\.b', '', 'axb', false],
    ['a{2}', '', 'aa', true],
    ['^LAB-\\d{4,}$', '', 'LAB-12345', true],
    ['^LAB-\\d{4,}$', '', 'LAB-123', false],
    ['^(no|posting):', '', 'posting:1', true],
    ['\\d+', '', '٣', false],
  ])('reads /%s/%s as PCRE does: %j %s', (pattern, options, text, found) => {
    expect(compileRegex(new BSONRegExp(pattern, options)).test(text)).toBe(found);
  });

  it.each(['a.b', '[a-c]', '\\s', '(?i)a', '(?=a)', 'a$b', 'a{', '\\Aa', '\\Qa'])('refuses /%s/', (pattern) => {
    expect(() => compileRegex(new BSONRegExp(pattern))).toThrow(`The pattern ${pattern} is not supported`);
  });

  it('refuses other options and what cannot be read', () => {
    expect(() => compileRegex(new BSONRegExp('a', 'm'))).toThrow('with the options m is not supported');
    expect(() => compileRegex(new BSONRegExp('('))).toThrow('Regular expression is invalid');
  });
});

describe('regexPrefix', () => {
  it.each<[string, string, string | undefined]>([
    ['^abc', '', 'abc'],
    ['^ab+', '', 'ab'],
    ['^abc?', '', 'ab'],
    ['^ab{2}', '', 'a'],
    ['^a\\.b', '', 'a.b'],
    ['^a\\.?b', '', 'a'],
    ['^\\d', '', undefined],
    ['abc', '', undefined],
    ['^abc', 'i', undefined],
    ['^a|b', '', undefined],
    ['^\u{1f600}?', '', undefined],
  ])('of /%s/%s is %s', (pattern, options, expected) => {
    expect(regexPrefix(new BSONRegExp(pattern, options))).toBe(expected);
  });
});
