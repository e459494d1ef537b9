import { MAX_BACKUP_AGE_HOURS } from '@shifa/contract';
import { addDays, businessDay, instantAt, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import type { BackupRow } from './backup.document';

const HOUR_MS = 3_600_000;
/** A failed backup is repeated after this time, until one succeeds. */
const REPEAT_MS = 4 * HOUR_MS;
/** Failures within this time of the last one are the same news. */
const SAME_NEWS_MS = 20 * HOUR_MS;

export const MAX_FAILED_KEPT = 20;

/** Newest first, as the repository returns them. */
type Rows = readonly BackupRow[];

/** When the next automatic backup is to start: not after now if one is due. */
export function nextBackup(rows: Rows, time: string, now: Date): Date {
  const [last, next] = scheduledAround(now, time);
  if (rows.some(({ state, startedAt }) => state === 'ok' && startedAt >= last)) return next;
  const [latest] = rows;
  if (latest?.state !== 'failed' || latest.startedAt < last) return last;
  const repeat = new Date((latest.finishedAt ?? latest.startedAt).getTime() + REPEAT_MS);
  return repeat < next ? repeat : next;
}

/** The scheduled times before (or at) an instant and after it. */
function scheduledAround(now: Date, time: string): [last: Date, next: Date] {
  const today = businessDay(now, NETWORK_TIMEZONE);
  const on = (day: string) => instantAt(day, time, NETWORK_TIMEZONE);
  return on(today) <= now ? [on(today), on(addDays(today, 1))] : [on(addDays(today, -1)), on(today)];
}

/** Whether the newest good backup, or the first attempt at one, is older than it should be. */
export function isTooOld(rows: Rows, now: Date): boolean {
  const newest = rows.find(({ state }) => state === 'ok') ?? rows.at(-1);
  return newest !== undefined && now.getTime() - newest.startedAt.getTime() > MAX_BACKUP_AGE_HOURS * HOUR_MS;
}

/** Whether the people concerned have already been told that backups fail, by the one before. */
export function isKnownFailure(earlier: Rows, now: Date): boolean {
  const [latest] = earlier.filter(({ state }) => state !== 'running');
  return latest?.state === 'failed' && now.getTime() - (latest.finishedAt ?? now).getTime() < SAME_NEWS_MS;
}

/**
 * What to remove: of each kind, automatic and on request, the oldest ones beyond the number to keep, and old failures.
 * The newest good one always stays. A folder that someone has moved does not count, but its row ends like one that has.
 */
export function expiredBackups(rows: Rows, keep: number, isStored: (row: BackupRow) => boolean): BackupRow[] {
  const good = rows.filter(({ state }) => state === 'ok');
  const kinds = [good.filter(({ by }) => by === null), good.filter(({ by }) => by !== null)];
  const expired = kinds.flatMap((kind) => {
    const kept = new Set(kind.filter(isStored).slice(0, keep));
    return kind.filter((row, index) => !kept.has(row) && (isStored(row) || index >= keep));
  });
  return [...expired, ...rows.filter(({ state }) => state === 'failed').slice(MAX_FAILED_KEPT)];
}

/** What the server reports, as a sentence that says what to do. */
export function faultText(message: string, folder: string): string {
  if (/ENOSPC|EDQUOT|no space left|does not fit|quota exceeded|file too large/i.test(message)) {
    return `The disk of ${folder} is full. Free some space, or set BACKUP_DIR to a folder on another disk.`;
  }
  if (/EACCES|EPERM|EROFS|permission denied|read-only/i.test(message)) {
    return `The server can't write to ${folder}. Correct its permissions, or set BACKUP_DIR to another folder.`;
  }
  if (/ENOTDIR|EEXIST/.test(message)) return `${folder} isn't a folder. Set BACKUP_DIR to another one.`;
  return message.slice(0, 500);
}
