import { expect, it } from 'vitest';
import { csvOf } from './csv';

it('quotes what would break a line and disarms what a spreadsheet would run, but for numbers below zero', async () => {
  const text = await csvOf([['Rent, "office"', '=1+1', '-2+3', '-1250.50', '+91', '@x', 'plain']]).text();
  expect(text.replace('\uFEFF', '')).toBe(`"Rent, ""office""",'=1+1,'-2+3,-1250.50,'+91,'@x,plain\r\n`);
});
