import { describe, expect, it } from 'vitest';
import { AddHolidaysBody, readHolidayList, withHolidayList } from './holiday-list.js';

const holiday = (date: string, name = `Holiday ${date}`) => ({ date, name });

describe('readHolidayList', () => {
  it('reads a date and a name per line, in the formats that people paste', () => {
    const text = [
      '\uFEFFDate,Holiday',
      '2027-01-26, Republic Day',
      '15/8/2027;Independence Day',
      'Gandhi Jayanti\t02-10-2027',
      '',
      '"Holi, second day",23.03.2027',
      '2027-11-08,"Kali Puja ""Shyama"""',
    ];
    expect(readHolidayList(text.join('\r\n'))).toEqual({
      holidays: [
        holiday('2027-01-26', 'Republic Day'),
        holiday('2027-03-23', 'Holi, second day'),
        holiday('2027-08-15', 'Independence Day'),
        holiday('2027-10-02', 'Gandhi Jayanti'),
        holiday('2027-11-08', 'Kali Puja "Shyama"'),
      ],
      faults: [],
    });
  });

  it('names each line that is not a holiday, and why', () => {
    const text =
      '2027-01-26,Republic Day\nDiwali\n2027-02-30,Nothing\n26/01/2027,Again\n2027-05-01\n2027-06-01,' + 'x'.repeat(81);
    const { holidays, faults } = readHolidayList(text);
    expect(holidays).toEqual([holiday('2027-01-26', 'Republic Day')]);
    expect(faults).toEqual([
      { line: 2, message: 'Enter a date such as 2027-01-26 or 26/01/2027, and a name' },
      { line: 3, message: "There's no 2027-02-30" },
      { line: 4, message: '2027-01-26 appears twice' },
      { line: 5, message: 'Name is required' },
      { line: 6, message: 'Name must be at most 80 characters' },
    ]);
  });

  it('is bounded, however long the text is', () => {
    const days = Array.from({ length: 5000 }, (_, at) =>
      new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10),
    );
    expect(readHolidayList(days.map((day) => `${day},x`).join('\n'))).toMatchObject({
      holidays: { length: 200 },
      faults: [{ line: 201, message: 'At most 200 holidays' }],
    });
    expect(readHolidayList('x\n'.repeat(100_000)).faults).toHaveLength(20);
    expect(readHolidayList('"'.repeat(100_000))).toEqual({ holidays: [], faults: [] });
  });
});

describe('withHolidayList', () => {
  const own = [holiday('2026-12-25'), holiday('2027-01-26', 'Our name'), holiday('2027-04-14')];
  const list = [holiday('2027-01-26'), holiday('2027-08-15')];

  it('adds days, and leaves those alone that are holidays already', () => {
    expect(withHolidayList(own, list, false)).toEqual([...own, holiday('2027-08-15')]);
  });

  it('replaces the holidays of its years on request', () => {
    expect(withHolidayList(own, list, true)).toEqual([holiday('2026-12-25'), ...list]);
  });
});

describe('AddHolidaysBody', () => {
  const body = { ids: ['a'.repeat(24)], holidays: [holiday('2027-01-26')] };
  const paths = (wrong: object) =>
    AddHolidaysBody.safeParse({ ...body, ...wrong }).error?.issues.map(({ path }) => path[0]);

  it('names what is wrong', () => {
    expect(paths({})).toBeUndefined();
    expect(paths({ ids: [] })).toEqual(['ids']);
    expect(paths({ ids: ['a'.repeat(24), 'a'.repeat(24)] })).toEqual(['ids']);
    expect(paths({ holidays: [] })).toEqual(['holidays']);
    expect(paths({ holidays: [holiday('2027-01-26'), holiday('2027-01-26')] })).toEqual(['holidays']);
  });
});
