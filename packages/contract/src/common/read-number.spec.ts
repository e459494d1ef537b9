import { expect, it } from 'vitest';
import { readNumber } from './read-number.js';

it.each([
  ['1200', 1200],
  ['1,200', 1200],
  ['1,00,000', 100_000],
  ['1,000,000', 1_000_000],
  [' 12,00,000.5 ', 1_200_000.5],
  ['007', 7],
  ['+3', 3],
  ['-1,200', -1200],
  ['−3', -3],
])('reads %j', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

it.each([
  '',
  '1e3',
  '0x10',
  '0b1',
  'Infinity',
  'five',
  '1 200',
  '1,2',
  '1,20',
  '12,34',
  ',200',
  '1,200,',
  '1.',
  '1.5.2',
])('does not read %j', (text) => {
  expect(readNumber(text)).toBeNaN();
});
