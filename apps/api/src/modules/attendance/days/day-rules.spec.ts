import { itFollows } from '../../../../test/attendance/written-days';

// The day shift is 09:00 to 18:00 with a break of 60 minutes: 480 minutes to work, grace 15, half a day below 240,
// overtime after 30. Its break is deducted when more than 270 minutes are present.

describe('arriving', () => {
  itFollows(`
    on time                              | day 2026-03-10       | 09:00-18:00       | | present, worked 480
    before the shift                     | day 2026-03-10       | 08:45-18:00       | | present, worked 495
    half an hour before the shift        | day 2026-03-10       | 08:30-18:00       | | present, worked 510, overtime 30
    with the last minute of the grace    | day 2026-03-10       | 09:15-18:00       | | present, worked 465
    with the last second of the grace    | day 2026-03-10       | 09:15:59-18:00    | | present, worked 465
    a minute after the grace             | day 2026-03-10       | 09:16-18:00       | | late, late 16, worked 464
    with four hours left                 | day 2026-03-10       | 13:00-18:00       | | late, late 240, worked 270
    after the end                        | day 2026-03-10       | 19:00-21:00       | | half_day, late 600, worked 120
    a minute late without grace          | strict 2026-03-10    | 09:01-18:00       | | late, late 1, worked 479
    seconds late without grace           | strict 2026-03-10    | 09:00:59-18:00    | | present, worked 480
    seconds on both sides                | day 2026-03-10       | 09:00:59-18:00:01 | | present, worked 480
  `);
});

describe('leaving early', () => {
  itFollows(`
    by a minute                          | day 2026-03-10       | 09:00-17:59       | | present, early 1, worked 479
    by a second                          | day 2026-03-10       | 09:00-17:59:59    | | present, early 1, worked 479
    by an hour                           | day 2026-03-10       | 09:00-17:00       | | present, early 60, worked 420
    after coming late                    | day 2026-03-10       | 09:30-17:30       | | late, late 30, early 30, worked 420
    after two hours                      | day 2026-03-10       | 09:00-11:00       | | half_day, early 420, worked 120
    before the shift starts              | day 2026-03-10       | 07:00-08:00       | | half_day, early 600, worked 60
  `);
});

describe('half a day', () => {
  itFollows(`
    not with exactly the threshold       | day 2026-03-10       | 09:00-13:00       | | present, early 300, worked 240
    a minute below the threshold         | day 2026-03-10       | 09:00-12:59       | | half_day, early 301, worked 239
    half of the shift, without its break | day 2026-03-10       | 09:00-13:30       | | present, early 270, worked 270
    a minute more, which is break        | day 2026-03-10       | 09:00-13:31       | | present, early 269, worked 270
    although late                        | day 2026-03-10       | 13:00-16:00       | | half_day, late 240, early 120, worked 180
    a short shift has its own threshold  | breakless 2026-03-10 | 09:00-11:00       | | present, early 120, worked 120
    a short shift, a minute below        | breakless 2026-03-10 | 09:00-10:59       | | half_day, early 121, worked 119
    a threshold of nothing               | strict 2026-03-10    | 09:00-09:01       | | present, early 539, worked 1
  `);
});

describe('overtime', () => {
  itFollows(`
    a minute below the threshold         | day 2026-03-10       | 09:00-18:29       | | present, worked 509
    exactly the threshold                | day 2026-03-10       | 09:00-18:30       | | present, worked 510, overtime 30
    a minute below the next step         | day 2026-03-10       | 09:00-18:44       | | present, worked 524, overtime 30
    exactly the next step                | day 2026-03-10       | 09:00-18:45       | | present, worked 525, overtime 45
    a second below a step                | day 2026-03-10       | 09:00-18:59:59    | | present, worked 539, overtime 45
    although late                        | day 2026-03-10       | 10:00-20:00       | | late, late 60, worked 540, overtime 60
    past midnight                        | day 2026-03-10       | 09:00-00:30       | | present, worked 870, overtime 390
    a long break uses it up              | day 2026-03-10       | 09:00-19:00 | 13:00-15:00 | present, worked 480
    without threshold, below a step      | strict 2026-03-10    | 09:00-18:14       | | present, worked 494
    without threshold, a step            | strict 2026-03-10    | 09:00-18:15       | | present, worked 495, overtime 15
    below a threshold between steps      | patient 2026-03-10   | 09:00-18:39       | | present, worked 519
    a threshold between steps            | patient 2026-03-10   | 09:00-18:40       | | present, worked 520, overtime 30
    a shift without a break              | breakless 2026-03-10 | 09:00-13:30       | | present, worked 270, overtime 30
  `);
});

describe('breaks', () => {
  itFollows(`
    shorter than the shift's             | day 2026-03-10 | 09:00-18:00 | 13:00-13:30                         | present, worked 480
    as long as the shift's               | day 2026-03-10 | 09:00-18:00 | 13:00-14:00                         | present, worked 480
    longer than the shift's              | day 2026-03-10 | 09:00-18:00 | 13:00-14:30                         | present, worked 450
    two, together the shift's            | day 2026-03-10 | 09:00-18:00 | 11:00-11:15 15:00-15:45             | present, worked 480
    three, together longer               | day 2026-03-10 | 09:00-18:00 | 11:00-11:15 13:00-13:45 16:00-16:15 | present, worked 465
    overlapping count once               | day 2026-03-10 | 09:00-18:00 | 13:00-14:00 13:30-14:30             | present, worked 450
    the same twice counts once           | day 2026-03-10 | 09:00-18:00 | 13:00-14:30 13:00-14:30             | present, worked 450
    one within another                   | day 2026-03-10 | 09:00-18:00 | 13:30-14:00 13:00-15:00             | present, worked 420
    open lasts to the clock-out          | day 2026-03-10 | 09:00-18:00 | 16:00-                              | present, worked 420
    open with one that lasts within it   | day 2026-03-10 | 09:00-18:00 | 16:00- 17:00-17:30                  | present, worked 420
    begun before the clock-in            | day 2026-03-10 | 09:00-18:00 | 08:30-09:30 16:00-17:00             | present, worked 450
    after the clock-out                  | day 2026-03-10 | 09:00-18:00 | 19:00-20:00                         | present, worked 480
    in a short presence                  | day 2026-03-10 | 09:00-12:00 | 10:00-10:20                         | half_day, early 360, worked 160
    as long as the presence              | day 2026-03-10 | 09:00-12:00 | 09:00-12:00                         | half_day, early 360
    a shift without a break              | breakless 2026-03-10 | 09:00-13:00 | 10:00-10:15                   | present, worked 225
  `);
});

describe('two and more segments', () => {
  itFollows(`
    the gap is the break                 | day 2026-03-10 | 09:00-13:00 14:00-18:00             |             | present, worked 480
    a gap shorter than the break         | day 2026-03-10 | 09:00-13:00 13:20-18:00             |             | present, worked 480
    a gap longer than the break          | day 2026-03-10 | 09:00-12:00 15:00-18:00             |             | present, worked 360
    two gaps                             | day 2026-03-10 | 09:00-11:00 11:30-13:00 13:30-18:00 |             | present, worked 480
    a gap and a break, still too short   | day 2026-03-10 | 09:00-13:00 13:20-18:00             | 16:00-16:20 | present, worked 480
    a gap and a long break               | day 2026-03-10 | 09:00-13:00 13:20-18:00             | 16:00-17:00 | present, worked 460
    a break on both sides of the gap     | day 2026-03-10 | 09:00-13:00 14:00-18:00             | 12:30-14:30 | present, worked 420
    an open break begun in the gap       | day 2026-03-10 | 09:00-13:00 14:00-18:00             | 13:30-      | present, worked 480
    an open break in the first           | day 2026-03-10 | 09:00-13:00 14:00-18:00             | 12:30-      | present, worked 450
    a gap before the shift is no break   | day 2026-03-10 | 07:00-08:00 08:30-18:00             |             | present, worked 570, overtime 90
    a gap that the shift starts in       | day 2026-03-10 | 08:00-08:40 09:20-18:00             |             | present, worked 520, overtime 30
    a gap after the shift is no break    | day 2026-03-10 | 09:00-18:00 20:00-21:00             |             | present, worked 540, overtime 60
    the first is late, the last early    | day 2026-03-10 | 09:30-12:00 13:00-17:00             |             | late, late 30, early 60, worked 390
    without a gap                        | day 2026-03-10 | 09:00-13:00 13:00-18:00             |             | present, worked 480
  `);
});

describe('still in', () => {
  itFollows(`
    on time                              | day 2026-03-10             | 09:00-             |        | present
    late                                 | day 2026-03-10             | 09:20-             |        | late, late 20
    on a break                           | day 2026-03-10             | 09:00-             | 13:00- | present
    the closed part counts               | day 2026-03-10             | 09:00-13:00 14:00- |        | present, worked 240
    a long closed part less the break    | day 2026-03-10             | 09:00-14:00 14:20- |        | present, worked 270
    a short closed part is no half day   | day 2026-03-10             | 09:00-10:00 11:00- |        | present, worked 60
    overtime waits for the clock-out     | day 2026-03-10             | 06:00-18:30 19:00- |        | present, worked 690
    on a holiday                         | day 2026-03-10 holiday     | 11:00-             |        | present
    on a holiday, overtime waits         | day 2026-03-10 holiday     | 11:00-13:00 14:00- |        | present, worked 120
    with leave for the first half        | day 2026-03-10 first_half  | 13:30-             |        | present
    with leave for the second half       | day 2026-03-10 second_half | 09:30-             |        | late, late 30
    without a shift                      | none 2026-03-10            | 11:00-             |        | present
  `);
});

describe('a missed clock-out', () => {
  itFollows(`
    on time                              | day 2026-03-10             | 09:00-22:00!             | | missed_clock_out
    late                                 | day 2026-03-10             | 09:30-22:00!             | | missed_clock_out, late 30
    after a closed segment               | day 2026-03-10             | 09:00-13:00 14:00-22:00! | | missed_clock_out
    before a closed segment              | day 2026-03-10             | 09:00-22:00! 22:30-23:00 | | missed_clock_out
    and back in                          | day 2026-03-10             | 09:00-22:00! 22:30-      | | missed_clock_out
    on a holiday                         | day 2026-03-10 holiday     | 09:30-22:00!             | | missed_clock_out
    with leave for the second half       | day 2026-03-10 second_half | 09:00-22:00!             | | missed_clock_out
    without a shift                      | none 2026-03-10            | 09:00-22:00!             | | missed_clock_out
    of a night                           | night 2026-03-31           | +01:00-10:00!            | | missed_clock_out, late 180
  `);
});
