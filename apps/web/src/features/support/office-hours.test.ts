import { describe, expect, it } from 'vitest';
import { officeStatus } from './office-hours';

describe('the office in Kolkata', () => {
  it.each([
    ['on Monday before it opens', '2026-11-23T08:59:59+05:30', false, 'Closed, opens today at 9:00.'],
    ['on Monday at 9:00', '2026-11-23T09:00:00+05:30', true, 'Open now, closes at 18:00.'],
    ['on Friday in its last minute', '2026-11-27T17:59:59+05:30', true, 'Open now, closes at 18:00.'],
    ['on Friday at 18:00', '2026-11-27T18:00:00+05:30', false, 'Closed, opens tomorrow at 10:00.'],
    ['on Saturday at 10:00', '2026-11-28T10:00:00+05:30', true, 'Open now, closes at 16:00.'],
    ['on Saturday at 16:00', '2026-11-28T16:00:00+05:30', false, 'Closed, opens Monday at 9:00.'],
    ['on Sunday at noon', '2026-11-29T12:00:00+05:30', false, 'Closed, opens tomorrow at 9:00.'],
    ['on Wednesday just after midnight', '2026-11-25T00:00:00+05:30', false, 'Closed, opens today at 9:00.'],
    // The same instants on other clocks: the day of the week there is another one.
    ['while it is still Sunday in New York', '2026-11-22T23:00:00-05:00', true, 'Open now, closes at 18:00.'],
    ['while it is still Friday in New York', '2026-11-27T23:29:00-05:00', false, 'Closed, opens today at 10:00.'],
    ['while it is already Monday in Auckland', '2026-11-23T07:00:00+13:00', false, 'Closed, opens tomorrow at 9:00.'],
  ])('%s', (_, at, open, text) => {
    expect(officeStatus(new Date(at))).toEqual({ open, text });
  });
});

it('goes by the clocks of the office, wherever it is', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  expect(officeStatus(now, 'Europe/London')).toEqual({ open: true, text: 'Open now, closes at 18:00.' });
  expect(officeStatus(now, 'America/New_York')).toEqual({ open: false, text: 'Closed, opens today at 9:00.' });
  expect(officeStatus(now, 'Asia/Tokyo')).toEqual({ open: false, text: 'Closed, opens tomorrow at 9:00.' });
});
