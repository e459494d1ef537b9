import { itFollows } from '../../../../test/attendance/written-days';

describe('nobody came', () => {
  itFollows(`
    on a working day                     | day 2026-03-10                 | | | absent
    on a holiday                         | day 2026-03-10 holiday         | | | holiday
    on a day off                         | day 2026-03-10 weekly_off      | | | weekly_off
    with leave                           | day 2026-03-10 full            | | | on_leave
    with leave for the first half        | day 2026-03-10 first_half      | | | absent
    with leave for the second half       | day 2026-03-10 second_half     | | | absent
    with leave on a holiday              | day 2026-03-10 holiday full    | | | holiday
    with leave on a day off              | day 2026-03-10 weekly_off full | | | weekly_off
    without a shift                      | none 2026-03-10                | | | absent
    without a shift, with leave          | none 2026-03-10 full           | | | on_leave
    without a shift, on a holiday        | none 2026-03-10 holiday        | | | holiday
    breaks alone are no work             | day 2026-03-10                 | | 13:00-14:00 | absent
  `);
});

describe('work on a holiday or day off', () => {
  itFollows(`
    all of it is overtime                | day 2026-03-10 holiday               | 10:00-13:00 |             | present, worked 180, overtime 180
    in whole steps                       | day 2026-03-10 holiday               | 10:00-13:14 |             | present, worked 194, overtime 180
    below the first step                 | day 2026-03-10 holiday               | 10:00-10:14 |             | present, worked 14
    the first step, without a threshold  | day 2026-03-10 weekly_off            | 10:00-10:15 |             | present, worked 15, overtime 15
    the shift's break isn't deducted    | day 2026-03-10 holiday               | 09:00-18:00 |             | present, worked 540, overtime 540
    a recorded break is                  | day 2026-03-10 weekly_off            | 09:00-18:00 | 13:00-13:30 | present, worked 510, overtime 510
    neither late nor early               | day 2026-03-10 weekly_off            | 11:00-12:00 |             | present, worked 60, overtime 60
    without a shift                      | none 2026-03-10 holiday              | 10:00-12:20 |             | present, worked 140, overtime 135
    wins over leave                      | day 2026-03-10 holiday full          | 09:00-10:00 |             | present, worked 60, overtime 60
    wins over leave for half of the day  | day 2026-03-10 weekly_off first_half | 09:00-10:00 |             | present, worked 60, overtime 60
    a whole night                        | night 2026-03-31 holiday             | 22:00-06:00 |             | present, worked 480, overtime 480
  `);
});

describe('a working day without a shift', () => {
  itFollows(`
    has no overtime                      | none 2026-03-10             | 09:00-20:00 |             | present, worked 660
    deducts recorded breaks              | none 2026-03-10             | 09:00-20:00 | 13:00-13:30 | present, worked 630
    is no half day                       | none 2026-03-10             | 09:00-09:10 |             | present, worked 10
    is a half day with half a day's leave| none 2026-03-10 first_half  | 13:00-18:00 |             | half_day, worked 300
    gaps are no break                    | none 2026-03-10             | 09:00-12:00 12:10-18:00 | | present, worked 530
  `);
});

// Half of the day shift is 270 minutes long, with 13:30 as its middle, and has 240 minutes to work. The odd shift is
// 09:00 to 17:45 with its middle at 13:22.

describe('leave', () => {
  itFollows(`
    first half, on time                  | day 2026-03-10 first_half   | 13:30-18:00 | | half_day, worked 240
    first half, last minute of the grace | day 2026-03-10 first_half   | 13:45-18:00 | | half_day, worked 225
    first half, after the grace          | day 2026-03-10 first_half   | 13:46-18:00 | | half_day, late 16, worked 224
    first half, left early               | day 2026-03-10 first_half   | 13:30-17:00 | | half_day, early 60, worked 180
    first half, came all the same        | day 2026-03-10 first_half   | 09:30-18:00 | | half_day, worked 480, overtime 240
    second half, to the middle           | day 2026-03-10 second_half  | 09:00-13:30 | | half_day, worked 240
    second half, left before the middle  | day 2026-03-10 second_half  | 09:00-13:15 | | half_day, early 15, worked 225
    second half, late and left early     | day 2026-03-10 second_half  | 09:20-13:00 | | half_day, late 20, early 30, worked 190
    the middle is cut to the minute      | odd 2026-03-10 first_half   | 13:37-17:45 | | half_day, worked 226
    the minute after                     | odd 2026-03-10 first_half   | 13:38-17:45 | | half_day, late 16, worked 225
    the middle as the end                | odd 2026-03-10 second_half  | 09:00-13:21 | | half_day, early 1, worked 239
    whole day, came briefly              | day 2026-03-10 full         | 10:00-12:00 | | half_day, worked 120, overtime 120
    whole day, came for long             | day 2026-03-10 full         | 10:00-15:00 | | present, worked 270, overtime 270
  `);
});

// The night shift is 22:00 to 06:00 with a break of 30 minutes: 450 minutes to work, break deducted beyond 240 present.

describe('nights and midnight', () => {
  itFollows(`
    across the end of a month            | night 2026-03-31             | 22:00-06:00  |             | present, worked 450
    across the end of a year             | night 2026-12-31             | 22:00-06:00  |             | present, worked 450
    into a leap day                      | night 2028-02-28             | 22:00-06:00  |             | present, worked 450
    out of a leap day                    | night 2028-02-29             | 22:00-06:00  |             | present, worked 450
    out of February in a common year     | night 2027-02-28             | 22:00-06:00  |             | present, worked 450
    late                                 | night 2026-03-31             | 22:16-06:00  |             | late, late 16, worked 434
    late, after midnight                 | night 2026-03-31             | +01:00-06:00 |             | late, late 180, worked 270
    left early                           | night 2026-03-31             | 22:00-05:00  |             | present, early 60, worked 390
    left before midnight                 | night 2026-03-31             | 22:00-23:59  |             | half_day, early 361, worked 119
    overtime in the morning              | night 2026-03-31             | 22:00-07:00  |             | present, worked 510, overtime 60
    a break across midnight              | night 2026-03-31             | 22:00-06:00  | 23:45-00:45 | present, worked 420
    a break after midnight               | night 2026-03-31             | 22:00-06:00  | +02:00-02:45| present, worked 435
    a gap across midnight                | night 2026-03-31             | 22:00-23:50 +00:20-06:00 | | present, worked 450
    leave for the first half             | night 2026-03-31 first_half  | +02:00-06:00 |             | half_day, worked 225
    leave for the first half, late       | night 2026-03-31 first_half  | +02:20-06:00 |             | half_day, late 20, worked 205
    leave for the second half            | night 2026-03-31 second_half | 22:00-02:00  |             | half_day, worked 225
    a shift that ends at midnight        | evening 2026-03-31           | 16:00-00:00  |             | present, worked 450
    left before midnight                 | evening 2026-03-31           | 16:00-23:30  |             | present, early 30, worked 420
    came before midnight for the day     | dawn 2026-04-01              | <23:50-08:30 |             | present, worked 490, overtime 30
    a shift of 24 hours                  | round 2026-12-31             | 08:00-08:00  |             | present, worked 1320
  `);
});

describe('zones', () => {
  itFollows(`
    east of UTC by whole hours           | day@Asia/Dubai 2026-01-15         | 09:16-18:00 | | late, late 16, worked 464
    east of UTC, far                     | day@Pacific/Auckland 2026-01-15   | 09:00-18:30 | | present, worked 510, overtime 30
    west of UTC                          | day@America/New_York 2026-01-15   | 09:16-17:00 | | late, late 16, early 60, worked 404
    west of UTC by half an hour          | night@America/St_Johns 2026-01-31 | 22:00-06:00 | | present, worked 450
    the work date has begun in UTC only  | day@Pacific/Honolulu 2026-12-31   | 09:00-18:00 | | present, worked 480
  `);
});

// A night in which clocks go forward has 420 minutes, 390 to work; one in which they go back has 540, 510 to work.

describe('daylight saving', () => {
  itFollows(`
    clocks go forward                    | night@America/New_York 2026-03-07             | 22:00-06:00     |              | present, worked 390
    the night after                      | night@America/New_York 2026-03-08             | 22:00-06:00     |              | present, worked 450
    the day after                        | day@America/New_York 2026-03-08               | 09:16-18:00     |              | late, late 16, worked 464
    late by the time that elapsed        | night@America/New_York 2026-03-07             | +03:00-06:00    |              | half_day, late 240, worked 180
    a break across the gap               | night@America/New_York 2026-03-07             | 22:00-06:00     | +01:30-03:30 | present, worked 360
    the middle of a short night          | night@America/New_York 2026-03-07 first_half  | +01:46-06:00    |              | half_day, late 16, worked 179
    clocks go back                       | night@America/New_York 2026-10-31             | 22:00-06:00     |              | present, worked 510
    the night after                      | night@America/New_York 2026-11-01             | 22:00-06:00     |              | present, worked 450
    the evening before                   | evening@America/New_York 2026-10-31           | 16:00-00:00     |              | present, worked 450
    overtime after a long night          | night@America/New_York 2026-10-31             | 22:00-07:00     |              | present, worked 570, overtime 60
    came in the first 01:30              | night@America/New_York 2026-10-31             | +01:30-06:00    |              | late, late 210, worked 300
    came in the second 01:30             | night@America/New_York 2026-10-31             | +01:30(2)-06:00 |              | late, late 270, worked 270
    a break across the repeated hour     | night@America/New_York 2026-10-31             | 22:00-06:00     | +01:30-02:30 | present, worked 420
    the middle of a long night           | night@America/New_York 2026-10-31 second_half | 22:00-01:30(2)  |              | half_day, worked 255
    left before that middle              | night@America/New_York 2026-10-31 second_half | 22:00-01:30     |              | half_day, early 60, worked 195
    a start that is skipped              | skipped@America/New_York 2026-03-08           | 03:00-10:30     |              | present, worked 420
    late after a start that is skipped   | skipped@America/New_York 2026-03-08           | 03:16-10:30     |              | late, late 16, worked 404
    a start that occurs twice            | repeated@America/New_York 2026-11-01          | 01:30-09:30     |              | present, worked 510
    late at its second occurrence        | repeated@America/New_York 2026-11-01          | 01:30(2)-09:30  |              | late, late 60, worked 450
    forward in the south                 | night@Pacific/Auckland 2026-09-26             | 22:00-06:00     |              | present, worked 390
    back in the south                    | night@Pacific/Auckland 2026-04-04             | 22:00-06:00     |              | present, worked 510
    forward by half-hour zones           | night@America/St_Johns 2026-03-07             | 22:00-06:00     |              | present, worked 390
    a shift of 24 hours, back            | round@America/New_York 2026-10-31             | 08:00-08:00     |              | present, worked 1380
  `);
});
