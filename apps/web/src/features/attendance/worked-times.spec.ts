import { attendanceRecord } from '@shifa/contract/testing';
import { describe, expect, it } from 'vitest';
import { datedTimes, workedTimesOf } from './worked-times';

const period = (start: string, end: string) => ({
  in: start && `2000-01-01T${start}`,
  out: end && `2000-01-01T${end}`,
});

/** `22:00-06:00 13:00-` → `30T22:00-31T06:00 …` */
function dated(segments: string, breaks = '', shiftStart?: string): string[] {
  const read = (text: string) =>
    text.split(' ').flatMap((each) => {
      const [start = '', end = ''] = each.split('-');
      return each === '' ? [] : [period(start, end)];
    });
  const times = datedTimes({ segments: read(segments), breaks: read(breaks) }, '2026-10-31', shiftStart);
  return [...times.segments, ...times.breaks].map((each) => `${each.in.slice(5)}–${each.out.slice(5)}`);
}

describe('times of day on dates', () => {
  it('stay on the work date while they follow one another', () => {
    expect(dated('09:00-13:00 14:00-18:00', '10:00-10:15')).toEqual([
      '10-31T09:00–10-31T13:00',
      '10-31T14:00–10-31T18:00',
      '10-31T10:00–10-31T10:15',
    ]);
  });

  it('are on the next day once the clock has passed midnight', () => {
    expect(dated('22:00-06:00', '23:45-00:15 02:00-02:30', '22:00')).toEqual([
      '10-31T22:00–11-01T06:00',
      '10-31T23:45–11-01T00:15',
      '11-01T02:00–11-01T02:30',
    ]);
  });

  it('begin at the time nearest to the start of the shift', () => {
    expect(dated('01:00-06:00', '', '22:00')).toEqual(['11-01T01:00–11-01T06:00']);
    expect(dated('23:50-08:30', '', '00:30')).toEqual(['10-30T23:50–10-31T08:30']);
    expect(dated('01:00-06:00')).toEqual(['10-31T01:00–10-31T06:00']);
  });

  it('leave out what was not entered', () => {
    expect(dated('09:00-')).toEqual(['10-31T09:00–']);
    expect(dated('-18:00')).toEqual(['–10-31T18:00']);
  });

  it('are those of the laboratory’s clock', () => {
    expect(workedTimesOf(attendanceRecord())).toEqual({
      segments: [{ in: '2026-11-20T09:02', out: '2026-11-20T18:05' }],
      breaks: [],
    });
    expect(workedTimesOf(attendanceRecord({ segments: [] })).segments).toEqual([{ in: '', out: '' }]);
  });
});
