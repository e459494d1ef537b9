import { BSONRegExp } from 'bson';
import { describe, expect, it } from 'vitest';
import { compileRegex, isPrefixPattern, regexPrefix } from './regex.js';

describe('compileRegex', () => {
  it.each<[pattern: string, options: string, text: string, found: boolean]>([
    ['abc', '', 'xabcx', true],
    ['^abc$', '', 'abc', true],
    ['^abc$', '', 'abc\n', true],
    ['^abc$', '', 'abc\n\n', false],
    ['abc\\z', '', 'abc\n', false],
    ['abc\\Z', '', 'abc\n', true],
    ['^b$', '', 'a\nb\nc', false],
    ['^b$', 'm', 'a\nb\nc', true],
    ['^b$', 'm', 'a\rb\rc', false],
    ['\\Ab', 'm', 'a\nb', false],
    ['a.b', '', 'a\rb', true],
    ['a.b', '', 'a\nb', false],
    ['a.b', 's', 'a\nb', true],
    ['^.$', '', '\u{1f600}', true],
    ['É', 'i', 'é', true],
    ['a\\-b\\@c', '', 'a-b@c', true],
    ['\\Qa.b(\\E', '', 'a.b(', true],
    ['\\Qa.b\\E', '', 'axb', false],
    ['\\s', '', '\u00a0', false],
    ['\\s', '', '\t', true],
    ['[\\s-]', '', '-', true],
    ['a]b}', '', 'a]b}', true],
    ['a{', '', 'a{', true],
    ['a{2}', '', 'aa', true],
    ['a{2,}b', '', 'aaab', true],
    ['[]a]', '', ']', true],
    ['[^]a]', '', ']', false],
    ['[a[]', '', '[', true],
    ['^[\\w-.]+$', '', 'a-b.c', true],
    ['^[.-\\w]+$', '', 'a-b.c', true],
    ['^[^-a]$', '', '-', false],
    ['[a-c]', '', 'b', true],
    ['(?P<n>a)\\k<n>', '', 'aa', true],
    ['(?i)ABC', '', 'abc', true],
    ['a b # note', 'x', 'ab', true],
    ['a[ ]b', 'x', 'a b', true],
    ['\\d+', '', '٣', false],
  ])('reads /%s/%s as PCRE does: %j %s', (pattern, options, text, found) => {
    expect(compileRegex(pattern, options).test(text)).toBe(found);
  });

  it.each([['('], ['[a'], ['a++'], ['[[:alpha:]]'], ['\\Ka'], ['(?>a)']])('refuses /%s/', (pattern) => {
    expect(() => compileRegex(pattern, '')).toThrow('Regular expression is invalid');
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
    ['^abc', 'm', undefined],
    ['^a|b', '', undefined],
    ['^\u{1f600}?', '', undefined],
  ])('of /%s/%s is %s', (pattern, options, expected) => {
    expect(regexPrefix(new BSONRegExp(pattern, options))).toBe(expected);
  });
});

describe('isPrefixPattern', () => {
  it.each<[unknown, boolean]>([
    [{ $regex: '^abc' }, true],
    [{ $regex: '^a\\.b' }, true],
    [new BSONRegExp('^abc'), true],
    [new BSONRegExp('\\Aabc', 's'), true],
    [{ $regex: new BSONRegExp('^abc') }, true],
    [{ $regex: '^abc$' }, false],
    [{ $regex: '^ab+' }, false],
    [{ $regex: '^abc.' }, false],
    [{ $regex: '^' }, false],
    [{ $regex: 'abc' }, false],
    [{ $regex: '^abc', $options: 'i' }, false],
    [new BSONRegExp('^abc', 'i'), false],
    ['^abc', false],
    [{ $eq: '^abc' }, false],
    [null, false],
  ])('of %j is %s', (operand, expected) => {
    expect(isPrefixPattern(operand)).toBe(expected);
  });
});
