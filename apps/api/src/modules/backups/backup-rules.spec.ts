import { newId } from '../../platform/domain/object-id';
import type { BackupRow } from './backup.document';
import { BackupFolders } from './backup-folders';
import { expiredBackups, faultText, isKnownFailure, isTooOld, MAX_FAILED_KEPT, nextBackup } from './backup-rules';

// 02:30 in Kolkata is 21:00 of the day before in UTC.
const at = (text: string) => new Date(`${text}:00Z`);
const TIME = '02:30';

function row(started: string, changes: Partial<BackupRow> = {}): BackupRow {
  const startedAt = at(started);
  const rest = { state: 'ok', bytes: 1, documents: 1, error: null, by: null } as const;
  return {
    _id: newId(),
    name: BackupFolders.nameFor('auto', startedAt),
    startedAt,
    finishedAt: startedAt,
    ...rest,
    ...changes,
  };
}
const failed = (started: string) => row(started, { state: 'failed' });
const person = { _id: newId(), name: 'Asha Rao' };

describe('the next backup', () => {
  it.each([
    ['is due at once in a new installation', [], '2026-11-21T10:00', '2026-11-20T21:00'],
    ['is that of the next night after a good one', [row('2026-11-20T21:00')], '2026-11-21T10:00', '2026-11-21T21:00'],
    ['is due at its time', [row('2026-11-20T21:00')], '2026-11-21T21:00', '2026-11-21T21:00'],
    ['is due after a night without a server', [row('2026-11-18T21:00')], '2026-11-21T10:00', '2026-11-20T21:00'],
    ['is repeated four hours after a failure', [failed('2026-11-20T21:00')], '2026-11-20T22:00', '2026-11-21T01:00'],
    [
      'is not later than its time after a failure',
      [failed('2026-11-21T20:00')],
      '2026-11-21T20:30',
      '2026-11-21T21:00',
    ],
    [
      'is due in spite of a failure of the day before',
      [failed('2026-11-20T20:00')],
      '2026-11-20T21:01',
      '2026-11-20T21:00',
    ],
    ['counts one on request', [row('2026-11-21T08:00', { by: person })], '2026-11-21T10:00', '2026-11-21T21:00'],
  ])('%s', (_, rows, now, expected) => {
    expect(nextBackup(rows, TIME, at(now))).toEqual(at(expected));
  });
});

describe('the age', () => {
  const now = at('2026-11-21T10:00');

  it.each([
    ['of a good backup', [row('2026-11-19T10:01')], false],
    ['of an old backup with later failures', [failed('2026-11-21T09:00'), row('2026-11-19T09:00')], true],
    ['of failures alone', [failed('2026-11-21T09:00'), failed('2026-11-19T09:00')], true],
    ['of a first failure', [failed('2026-11-21T09:00')], false],
    ['of nothing', [], false],
  ])('%s is judged', (_, rows, expected) => expect(isTooOld(rows, now)).toBe(expected));
});

it('is news when a backup fails, unless the one before has failed as well within a day', () => {
  const now = at('2026-11-21T10:00');
  expect(isKnownFailure([], now)).toBe(false);
  expect(isKnownFailure([row('2026-11-21T06:00'), failed('2026-11-21T02:00')], now)).toBe(false);
  expect(isKnownFailure([failed('2026-11-21T06:00')], now)).toBe(true);
  expect(isKnownFailure([failed('2026-11-20T06:00')], now)).toBe(false);
});

describe('what is removed', () => {
  const days = ['21', '20', '19', '18', '17'];
  const autos = days.map((day) => row(`2026-11-${day}T21:00`));
  const manuals = days.map((day) => row(`2026-11-${day}T08:00`, { by: person }));
  const all = [...autos, ...manuals].toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());

  it('is the oldest of each kind, so that requests do not push out the nightly ones', () => {
    expect(expiredBackups(all, 3, () => true)).toEqual([...autos.slice(3), ...manuals.slice(3)]);
    expect(expiredBackups(all, 60, () => true)).toEqual([]);
  });

  it('is never the newest good one, whatever has failed since', () => {
    const failures = [failed('2026-11-23T21:00'), failed('2026-11-22T21:00')];
    expect(expiredBackups([...failures, ...autos], 1, () => true)).toEqual(autos.slice(1));
  });

  it('does not count folders that someone has moved', () => {
    const isStored = (one: BackupRow) => one !== autos[0] && one !== autos[4];
    expect(expiredBackups(autos, 2, isStored)).toEqual([autos[3], autos[4]]);
    expect(expiredBackups(autos, 2, () => false)).toEqual(autos.slice(2));
  });

  it('are old failures', () => {
    const failures = Array.from({ length: MAX_FAILED_KEPT + 2 }, (_, i) => failed(`2026-11-28T21:${59 - i}`));
    expect(expiredBackups(failures, 7, () => true)).toEqual(failures.slice(MAX_FAILED_KEPT));
  });
});

it.each([
  ['ENOSPC: no space left on device, copyfile', /^The disk of \/b is full\. Free some space/],
  ['The backup does not fit on its disk: File too large', /^The disk of \/b is full/],
  ["EACCES: permission denied, mkdir '/b/x'", /^The server can't write to \/b\. Correct its permissions/],
  ["EROFS: read-only file system, mkdir '/b'", /^The server can't write to \/b/],
  ["ENOTDIR: not a directory, mkdir '/b/x'", /^\/b isn't a folder\. Set BACKUP_DIR/],
  ['The data is damaged: test.users: …', /^The data is damaged/],
])('%s is explained', (message, text) => expect(faultText(message, '/b')).toMatch(text));

it.each(['../data', 'shifa-2026-11-21T21-00-00Z', 'shifa-auto-2026-11-21T21-00-00Z/..', ''])(
  'a folder %p is never touched',
  async (name) => {
    await expect(new BackupFolders('/b').remove(name)).rejects.toThrow("isn't the name of a backup");
  },
);
