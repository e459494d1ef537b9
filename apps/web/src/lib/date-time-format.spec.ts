import { expect, it, vi } from 'vitest';
import { dateTimeFormat } from './date-time-format';

it('creates one formatter for each locale and each set of options', () => {
  const options = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  const format = dateTimeFormat('en-US', options);
  expect(dateTimeFormat('en-US', { ...options })).toBe(format);
  expect(dateTimeFormat('en-GB', options)).not.toBe(format);
  expect(dateTimeFormat('en-US', { ...options, timeZone: 'Asia/Kolkata' })).not.toBe(format);
});

it('creates another one where the viewer’s zone has changed and none is given', () => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
  const inKolkata = dateTimeFormat('en-GB', { hour: '2-digit' });
  offset.mockReturnValue(-60);
  expect(dateTimeFormat('en-GB', { hour: '2-digit' })).not.toBe(inKolkata);
  offset.mockReturnValue(-330);
  expect(dateTimeFormat('en-GB', { hour: '2-digit' })).toBe(inKolkata);
});
