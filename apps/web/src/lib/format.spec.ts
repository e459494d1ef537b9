import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  applyFormats,
  dayOf,
  decimalRupees,
  formatBytes,
  formatDate,
  formatDay,
  formatDayCount,
  formatInstant,
  formatMinutes,
  formatMoment,
  formatMoney,
  formatMoneyShort,
  formatMonth,
  formatPeople,
  formatRelative,
  formatTimeOfDay,
  formatWeekday,
  initialsOf,
  joined,
} from './format';

describe('money', () => {
  it.each([
    [0, '₹0.00'],
    [5, '₹0.05'],
    [125_000_000, '₹1,250,000.00'],
    [999_999_999_999, '₹9,999,999,999.99'],
    [-125_050, '−₹1,250.50'],
  ])('%i paise', (paise, text) => expect(formatMoney(paise)).toBe(text));

  it.each(['9007199254740993', '-900719925474099301', 123_456_789_012_345_678n])('loses no paisa of %s', (paise) => {
    expect(
      formatMoney(paise)
        .replace('−', '-')
        .replace(/[^\d-]/g, ''),
    ).toBe(paise.toString());
    expect(decimalRupees(paise).replace('.', '')).toBe(paise.toString());
  });

  it('loses no paisa of any safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (paise) => {
        expect(
          Number(
            formatMoney(paise)
              .replace('−', '-')
              .replace(/[^\d-]/g, ''),
          ),
        ).toBe(paise === 0 ? 0 : paise);
      }),
    );
  });

  it('is shortened on charts', () => {
    expect(formatMoneyShort(125_000_000)).toBe('₹1.25M');
    expect(formatMoneyShort(500_000)).toBe('₹5K');
    expect(formatMoneyShort(-500_000)).toBe('−₹5K');
  });
});

it.each([
  [0, '0 m'],
  [45, '45 m'],
  [480, '8 h'],
  [455, '7 h 35 m'],
  [-90, '−1 h 30 m'],
])('%i minutes', (minutes, text) => expect(formatMinutes(minutes)).toBe(text));

it.each([
  [1, '1 KB'],
  [245_760, '240 KB'],
  [1_048_575, '1.0 MB'],
  [1_572_864, '1.5 MB'],
])('%i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

describe('days and instants', () => {
  it('keeps a business day whatever the zone of the viewer', () => {
    expect(formatDay('2026-11-21')).toBe('Nov 21, 2026');
    expect(formatDay('2026-01-01', 'long')).toBe('January 1, 2026');
    expect(formatWeekday('2026-11-21')).toBe('Saturday');
  });

  it('knows which day it is in the laboratory', () => {
    const lateEvening = new Date('2026-11-20T20:00:00Z');
    expect(dayOf(lateEvening, 'Asia/Kolkata')).toBe('2026-11-21');
    expect(dayOf(lateEvening, 'Asia/Dubai')).toBe('2026-11-21');
    expect(dayOf(lateEvening, 'UTC')).toBe('2026-11-20');
    expect(formatDate('2026-11-20T20:00:00Z', 'short', 'Asia/Kolkata')).toBe('Nov 21, 2026');
  });

  it('names the zone of an instant', () => {
    expect(formatInstant('2026-11-21T09:15:00Z', 'Asia/Kolkata').replace(/\s/g, ' ')).toBe(
      'Nov 21, 2026, 2:45 PM GMT+5:30',
    );
  });

  it.each([
    ['08:00', '8:00 AM'],
    ['00:30', '12:30 AM'],
    ['20:15', '8:15 PM'],
  ])('the time of day %s', (time, words) => {
    expect(formatTimeOfDay(time).replace(/\s/g, ' ')).toBe(words);
  });

  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:58:00Z', '2 minutes ago'],
    ['2026-11-21T11:00:30Z', '59 minutes ago'],
    ['2026-11-21T08:59:00Z', '3 hours ago'],
    ['2026-11-21T14:00:00Z', 'in 2 hours'],
    ['2026-11-20T12:00:00Z', 'Nov 20, 2026'],
  ])('%s seen at noon', (instant, text) => {
    expect(formatRelative(instant, new Date('2026-11-21T12:00:00Z'))).toBe(text);
  });

  it('tells a moment by its time alone on the same day', () => {
    const moment = new Date(2026, 10, 21, 14, 45).toISOString();
    const seen = (day: number) => formatMoment(moment, new Date(2026, 10, day, 23)).replace(/\s/g, ' ');
    expect(seen(21)).toBe('2:45 PM');
    expect(seen(22)).toBe('2:45 PM, Nov 21, 2026');
  });
});

it.each([
  [0, '0 days'],
  [1, '1 day'],
  [1_200, '1,200 days'],
])('%d in days is %s', (count, text) => expect(formatDayCount(count)).toBe(text));

it.each([
  ['Asha Rao', 'AR'],
  ['  asha   devi rao ', 'AR'],
  ['Asha', 'A'],
  ['', ''],
  ['Dr Farida Rahman', 'FR'],
  ['Prof. Dr. Meera Nair', 'MN'],
  ['Dr. Rao', 'R'],
  ['Dr', 'D'],
  ['किरण नायर', 'किना'],
  ['👩🏽‍🔬 Lab', '👩🏽‍🔬L'],
  ['e\u0301mile zola', 'E\u0301Z'],
])('the initials of %j', (name, letters) => expect(initialsOf(name)).toBe(letters));

it.each([
  [0, '0 people'],
  [1, '1 person'],
  [1250, '1,250 people'],
])('%i people are %s', (count, text) => {
  expect(formatPeople(count)).toBe(text);
});

describe('the formats that a person prefers', () => {
  const evening = '2026-11-21T14:45:00Z';
  afterEach(() => applyFormats({ dateStyle: 'month-first', indianDigits: false }));

  it('group the digits of every amount the Indian way', () => {
    applyFormats({ dateStyle: 'month-first', indianDigits: true });
    expect(formatMoney(125_000_000)).toBe('₹12,50,000.00');
    expect(formatMoney(-125_000_000)).toBe('−₹12,50,000.00');
    expect(formatPeople(1_250_000)).toBe('12,50,000 people');
    expect(decimalRupees(125_000_000)).toBe('1250000.00');
  });

  it.each([
    ['month-first', 'Nov 21, 2026', 'November 21, 2026', 'Nov 21, 2026, 8:15 PM GMT+5:30', 'November 2026'],
    ['day-first', '21 Nov 2026', '21 November 2026', '21 Nov 2026, 8:15 PM GMT+5:30', 'November 2026'],
    ['iso', '2026-11-21', '2026-11-21', '2026-11-21, 8:15 PM GMT+5:30', '2026-11'],
  ] as const)('write dates %s', (dateStyle, short, long, exact, month) => {
    applyFormats({ dateStyle, indianDigits: false });
    expect(formatMonth('2026-11-21', 'long')).toBe(month);
    expect(formatDay('2026-11-21')).toBe(short);
    expect(formatDay('2026-11-21', 'long')).toBe(long);
    expect(formatDate(evening, 'short', 'Asia/Kolkata')).toBe(short);
    expect(formatInstant(evening, 'Asia/Kolkata')).toBe(exact);
    expect(formatDate('nonsense')).toBe('N/A');
  });
});

it('lists names with a word before the last', () => {
  const lists = [[], ['people'], ['people', 'entries'], ['people', 'entries', 'pages']];
  expect(lists.map((names) => joined(names))).toEqual([
    '',
    'people',
    'people and entries',
    'people, entries and pages',
  ]);
  expect(joined(['manager', 'lab admin', 'super admin'], 'disjunction')).toBe('manager, lab admin or super admin');
});
