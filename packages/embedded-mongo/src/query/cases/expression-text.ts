import { Int32, Long, Timestamp } from 'bson';
import { type ExpressionCase, expressions } from './case.js';

const int = (value: number) => new Int32(value);
const at = (text: string) => new Date(text);
const noon = at('2024-03-10T12:34:56.789Z');

const strings = expressions(
  ['$concat', { $concat: ['a', 'b'] }, 'ab'],
  ['$concat with null', { $concat: ['a', null] }, null],
  ['$concat of a number', { $concat: ['a', 1] }, { code: 16702, message: '$concat only supports strings, not int' }],
  ['$toUpper changes ASCII only', { $toUpper: 'añ' }, 'Añ'],
  ['$toLower of null', { $toLower: null }, ''],
  ['$substrCP', { $substrCP: ['cafétéria', 3, 2] }, 'ét'],
  ['$substrBytes', { $substrBytes: ['cafétéria', 0, 5] }, 'café'],
  ['$substrBytes within a character', { $substrBytes: ['é', 1, 1] }, { code: 28656 }],
  ['$strLenCP', { $strLenCP: 'é\u{1f600}' }, int(2)],
  ['$strLenBytes', { $strLenBytes: 'é' }, int(2)],
  [
    '$strLenCP of missing',
    { $strLenCP: '$x' },
    { code: 34471, message: '$strLenCP requires a string argument, found: missing' },
  ],
  ['$indexOfCP', { $indexOfCP: ['cafeteria', 'e', 4] }, int(5)],
  ['$indexOfBytes', { $indexOfBytes: ['éa', 'a'] }, int(2)],
  ['$split', { $split: ['a-b-', '-'] }, ['a', 'b', '']],
  ['$split by nothing', { $split: ['a', ''] }, { code: 40087, message: '$split requires a non-empty separator' }],
  ['$trim', { $trim: { input: ' \n a b \t' } }, 'a b'],
  ['$ltrim of characters', { $ltrim: { input: 'ggggoodbyeee', chars: 'ge' } }, 'oodbyeee'],
  ['$rtrim of characters', { $rtrim: { input: 'ggggoodbyeee', chars: 'ge' } }, 'ggggoodby'],
  ['$replaceOne', { $replaceOne: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } }, '$&.a'],
  ['$replaceAll', { $replaceAll: { input: 'a.a', find: 'a', replacement: 'b' } }, 'b.b'],
  ['$replaceAll with null', { $replaceAll: { input: 'a', find: null, replacement: 'b' } }, null],
  ['$strcasecmp', { $strcasecmp: ['ABC', 'abd'] }, int(-1)],
  ['$regexMatch', { $regexMatch: { input: 'Karachi', regex: '^kar', options: 'i' } }, true],
  ['$regexMatch of missing', { $regexMatch: { input: '$x', regex: 'a' } }, false],
  [
    '$regexFind',
    { $regexFind: { input: 'é-ab12', regex: '([a-z]+)([0-9]+)' } },
    { match: 'ab12', idx: 2, captures: ['ab', '12'] },
  ],
  ['$regexFind of nothing', { $regexFind: { input: 'x', regex: 'y' } }, null],
  [
    '$regexFindAll',
    { $regexFindAll: { input: 'a1b2', regex: '[a-z]' } },
    [
      { match: 'a', idx: 0, captures: [] },
      { match: 'b', idx: 2, captures: [] },
    ],
  ],
);

const parts = expressions(
  ['$year', { $year: noon }, int(2024)],
  ['$month', { $month: { date: noon } }, int(3)],
  ['$dayOfMonth in a zone', { $dayOfMonth: { date: at('2024-03-10T20:00:00Z'), timezone: 'Asia/Karachi' } }, int(11)],
  ['$hour in a zone', { $hour: { date: noon, timezone: 'Asia/Karachi' } }, int(17)],
  ['$hour in a zone, in summer', { $hour: { date: at('2024-07-01T12:00:00Z'), timezone: 'America/New_York' } }, int(8)],
  ['$hour in a zone, in winter', { $hour: { date: at('2024-01-01T12:00:00Z'), timezone: 'America/New_York' } }, int(7)],
  ['$minute at an offset', { $minute: { date: noon, timezone: '+05:30' } }, int(4)],
  ['$second', { $second: noon }, int(56)],
  ['$millisecond', { $millisecond: noon }, int(789)],
  ['$dayOfYear', { $dayOfYear: at('2024-12-31T00:00:00Z') }, int(366)],
  ['$dayOfWeek', { $dayOfWeek: at('2024-03-10T00:00:00Z') }, int(1)],
  ['$week before the first Sunday', { $week: at('2022-01-01T00:00:00Z') }, int(0)],
  ['$week', { $week: at('2016-01-04T00:00:00Z') }, int(1)],
  ['$isoWeek', { $isoWeek: at('2016-01-04T00:00:00Z') }, int(1)],
  ['$isoWeek of the last year', { $isoWeek: at('2021-01-03T00:00:00Z') }, int(53)],
  ['$isoWeekYear', { $isoWeekYear: at('2021-01-03T00:00:00Z') }, Long.fromNumber(2020)],
  ['$isoDayOfWeek', { $isoDayOfWeek: at('2024-03-10T00:00:00Z') }, int(7)],
  ['$year of null', { $year: null }, null],
  ['$year of a string', { $year: 'x' }, { code: 16006, message: "can't convert from BSON type string to Date" }],
  [
    'an unknown zone',
    { $year: { date: noon, timezone: 'Mars/Base' } },
    { code: 40485, message: 'unrecognized time zone identifier: "Mars/Base"' },
  ],
  [
    '$dateToParts',
    { $dateToParts: { date: noon } },
    { year: 2024, month: 3, day: 10, hour: 12, minute: 34, second: 56, millisecond: 789 },
  ],
  [
    '$dateToParts by ISO',
    { $dateToParts: { date: noon, iso8601: true } },
    { isoWeekYear: 2024, isoWeek: 10, isoDayOfWeek: 7, hour: 12, minute: 34, second: 56, millisecond: 789 },
  ],
  ['$dateFromParts', { $dateFromParts: { year: 2017, month: 2, day: 8, hour: 12 } }, at('2017-02-08T12:00:00Z')],
  ['$dateFromParts carries over', { $dateFromParts: { year: 2017, month: 14, day: 1 } }, at('2018-02-01T00:00:00Z')],
  [
    '$dateFromParts in a zone',
    {
      $dateFromParts: {
        year: 2016,
        month: 12,
        day: 31,
        hour: 23,
        minute: 46,
        second: 12,
        timezone: 'America/New_York',
      },
    },
    at('2017-01-01T04:46:12Z'),
  ],
  [
    '$dateFromParts by ISO',
    { $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 3, hour: 12 } },
    at('2017-02-08T12:00:00Z'),
  ],
);

const texts = expressions(
  ['$dateToString', { $dateToString: { date: noon } }, '2024-03-10T12:34:56.789Z'],
  [
    '$dateToString in a zone has no Z',
    { $dateToString: { date: noon, timezone: 'Asia/Karachi' } },
    '2024-03-10T17:34:56.789',
  ],
  ['$dateToString by a format', { $dateToString: { date: noon, format: '%d.%m.%Y %H:%M' } }, '10.03.2024 12:34'],
  [
    '$dateToString of weeks',
    { $dateToString: { date: at('2021-01-03T00:00:00Z'), format: '%G-%V-%u %U %j %w' } },
    '2020-53-7 01 003 1',
  ],
  ['$dateToString of the offset', { $dateToString: { date: noon, format: '%z %Z', timezone: '+05:30' } }, '+0530 330'],
  ['$dateToString onNull', { $dateToString: { date: '$x', onNull: '-' } }, '-'],
  [
    '$dateToString of an unknown specifier',
    { $dateToString: { date: noon, format: '%Q' } },
    { code: 18536, message: "Invalid format character '%Q' in format string" },
  ],
  ['$dateFromString', { $dateFromString: { dateString: '2017-02-08T12:10:40.787' } }, at('2017-02-08T12:10:40.787Z')],
  [
    '$dateFromString in a zone',
    { $dateFromString: { dateString: '2017-02-08T12:10:40.787', timezone: 'America/New_York' } },
    at('2017-02-08T17:10:40.787Z'),
  ],
  [
    '$dateFromString with an offset',
    { $dateFromString: { dateString: '2017-02-08T12:10:40+0200' } },
    at('2017-02-08T10:10:40Z'),
  ],
  [
    '$dateFromString by a format',
    { $dateFromString: { dateString: '06-15-2018', format: '%m-%d-%Y' } },
    at('2018-06-15T00:00:00Z'),
  ],
  ['$dateFromString of other text', { $dateFromString: { dateString: 'tomorrow' } }, { code: 241 }],
  ['$dateFromString onError', { $dateFromString: { dateString: 'tomorrow', onError: null } }, null],
  ['$dateFromString of a day that is not', { $dateFromString: { dateString: '2023-02-30' } }, { code: 241 }],
);

const sums = expressions(
  ['$dateAdd days', { $dateAdd: { startDate: noon, unit: 'day', amount: 3 } }, at('2024-03-13T12:34:56.789Z')],
  [
    '$dateAdd a month stays within it',
    { $dateAdd: { startDate: at('2020-12-31T12:10:05Z'), unit: 'month', amount: 2 } },
    at('2021-02-28T12:10:05Z'),
  ],
  [
    '$dateAdd a day over the change of clocks',
    { $dateAdd: { startDate: at('2021-03-28T00:30:00+01:00'), unit: 'day', amount: 1, timezone: 'Europe/Paris' } },
    at('2021-03-28T22:30:00Z'),
  ],
  [
    '$dateAdd hours over the change of clocks',
    { $dateAdd: { startDate: at('2021-03-28T00:30:00+01:00'), unit: 'hour', amount: 24, timezone: 'Europe/Paris' } },
    at('2021-03-28T23:30:00Z'),
  ],
  [
    '$dateSubtract',
    { $dateSubtract: { startDate: at('2024-03-31T00:00:00Z'), unit: 'month', amount: 1 } },
    at('2024-02-29T00:00:00Z'),
  ],
  ['$dateAdd of null', { $dateAdd: { startDate: null, unit: 'day', amount: 1 } }, null],
  [
    '$dateAdd with an unknown unit',
    { $dateAdd: { startDate: noon, unit: 'age', amount: 1 } },
    { code: 9, message: "$dateAdd parameter 'unit' value parsing failed :: caused by :: unknown time unit value: age" },
  ],
  [
    '$dateDiff in days',
    { $dateDiff: { startDate: at('2020-11-01T23:00:00Z'), endDate: at('2020-11-03T01:00:00Z'), unit: 'day' } },
    Long.fromNumber(2),
  ],
  [
    '$dateDiff in months counts their beginnings',
    { $dateDiff: { startDate: at('2021-01-31T00:00:00Z'), endDate: at('2021-02-01T00:00:00Z'), unit: 'month' } },
    Long.fromNumber(1),
  ],
  [
    '$dateDiff in years',
    { $dateDiff: { startDate: at('2010-01-01T00:00:00Z'), endDate: at('2021-01-01T00:00:00Z'), unit: 'year' } },
    Long.fromNumber(11),
  ],
  [
    '$dateDiff in weeks from Sunday',
    { $dateDiff: { startDate: at('2021-01-02T00:00:00Z'), endDate: at('2021-01-03T00:00:00Z'), unit: 'week' } },
    Long.fromNumber(1),
  ],
  [
    '$dateDiff in weeks from Monday',
    {
      $dateDiff: {
        startDate: at('2021-01-02T00:00:00Z'),
        endDate: at('2021-01-03T00:00:00Z'),
        unit: 'week',
        startOfWeek: 'Monday',
      },
    },
    Long.fromNumber(0),
  ],
  [
    '$dateDiff backwards',
    { $dateDiff: { startDate: at('2021-01-02T00:00:00Z'), endDate: at('2021-01-01T23:00:00Z'), unit: 'hour' } },
    Long.fromNumber(-1),
  ],
  ['$dateTrunc to a month', { $dateTrunc: { date: noon, unit: 'month' } }, at('2024-03-01T00:00:00Z')],
  [
    '$dateTrunc to a day in a zone',
    { $dateTrunc: { date: at('2024-03-10T20:00:00Z'), unit: 'day', timezone: 'Asia/Karachi' } },
    at('2024-03-10T19:00:00Z'),
  ],
  [
    '$dateTrunc to weeks',
    { $dateTrunc: { date: at('2021-03-20T11:30:05Z'), unit: 'week', startOfWeek: 'monday' } },
    at('2021-03-15T00:00:00Z'),
  ],
  [
    '$dateTrunc to two weeks',
    {
      $dateTrunc: {
        date: at('2020-05-18T14:10:30Z'),
        unit: 'week',
        binSize: 2,
        timezone: 'America/Los_Angeles',
        startOfWeek: 'Monday',
      },
    },
    at('2020-05-11T07:00:00Z'),
  ],
  [
    '$dateTrunc to six months',
    { $dateTrunc: { date: at('2020-08-18T14:10:30Z'), unit: 'month', binSize: 6 } },
    at('2020-07-01T00:00:00Z'),
  ],
  [
    '$dateTrunc to a quarter',
    { $dateTrunc: { date: at('2020-05-18T14:10:30Z'), unit: 'quarter' } },
    at('2020-04-01T00:00:00Z'),
  ],
  [
    '$dateTrunc to two hours',
    { $dateTrunc: { date: at('2020-05-18T15:10:30Z'), unit: 'hour', binSize: 2 } },
    at('2020-05-18T14:00:00Z'),
  ],
  [
    '$dateTrunc to a year in a zone',
    { $dateTrunc: { date: at('2020-07-01T00:00:00Z'), unit: 'year', timezone: 'Asia/Karachi' } },
    at('2019-12-31T19:00:00Z'),
  ],
);

const timestamps = expressions(
  ['$tsSecond', { $tsSecond: '$t' }, Long.fromNumber(7), { t: new Timestamp({ t: 7, i: 3 }) }],
  ['$tsIncrement', { $tsIncrement: '$t' }, Long.fromNumber(3), { t: new Timestamp({ t: 7, i: 3 }) }],
);

export const textCases: ExpressionCase[] = [...strings, ...parts, ...texts, ...sums, ...timestamps];
