import { attendanceRecord } from '@shifa/contract/testing';
import { expect, it } from 'vitest';
import { describeChanges } from '../../screens/form/describe-changes';
import { recordHistoryFields } from './attendance.fields';

it('the history of a clock-out ends the work that was open, and says of no work that it was added or removed', () => {
  const [worked] = attendanceRecord({}).segments;
  const open = { ...worked, clockOut: null };
  const [change] = describeChanges(recordHistoryFields('Asia/Kolkata', '2026-11-24'), [
    { field: 'segments', before: [open], after: [worked], entries: true },
  ]);
  expect(change).toMatchObject({ added: [], removed: [], changed: [{}] });
  expect(change).toHaveProperty('changed.0.before', expect.stringMatching(/ – …$/));
});
