import { localTime } from './local-time';

describe('a moment on the clocks of a zone', () => {
  it.each([
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21 00:00', 'GMT+5:30'],
    ['2026-11-20T20:00:00.000Z', 'Asia/Dubai', '2026-11-21 00:00', 'GMT+4'],
    ['2026-07-01T12:05:59.000Z', 'Europe/London', '2026-07-01 13:05', 'GMT+1'],
    ['2026-01-01T12:05:00.000Z', 'Europe/London', '2026-01-01 12:05', 'GMT+0'],
    ['2026-01-01T12:05:00.000Z', 'America/New_York', '2026-01-01 07:05', 'GMT-5'],
  ])('%s in %s', (at, timezone, time, zone) => {
    expect(localTime(new Date(at), timezone)).toEqual({ time, zone });
  });
});
