import { type Backup, type Backups, MAX_BACKUP_AGE_HOURS, plural } from '@shifa/contract';
import { capitalized, formatBytes, formatCount } from '../../lib/format';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

function hoursSince(instant: string, now: Date): number {
  return Math.floor((now.getTime() - new Date(instant).getTime()) / HOUR_MS);
}

/** In whole hours up to two days, then in days. */
function age(instant: string, now: Date): string {
  const hours = hoursSince(instant, now);
  if (hours < 1) return 'less than an hour old';
  if (hours < 2 * DAY_HOURS) return plural(hours, '1 hour old', `${hours} hours old`);
  return `${formatCount(Math.floor(hours / DAY_HOURS))} days old`;
}

/** For the beginning of a line. */
export const ageText = (instant: string, now: Date) => capitalized(age(instant, now));

/** What matters most about the backups, and how bad it is. */
export function summaryOf({ backups, mode }: Backups, now: Date) {
  const newest = backups.find(({ result }) => result === 'ok');
  if (backups[0]?.result === 'failed') {
    if (!newest) return { tone: 'error', text: 'The latest backup failed.' } as const;
    const text = `The latest backup failed. The newest good one is ${age(newest.startedAt, now)}.`;
    return { tone: 'error', text } as const;
  }
  if (!newest) return undefined;
  const old = age(newest.startedAt, now);
  if (hoursSince(newest.startedAt, now) >= MAX_BACKUP_AGE_HOURS) {
    return { tone: 'warning', text: `The newest backup is ${old}.` } as const;
  }
  if (!newest.isStored) {
    return { tone: 'warning', text: `The newest backup is ${old}, but it was moved or removed.` } as const;
  }
  if (mode === 'off')
    return { tone: 'warning', text: `Automatic backups are off. The newest backup is ${old}.` } as const;
  return { tone: 'success', text: `The newest backup is ${old}. It was checked when it was written.` } as const;
}

export function detailsOf({ bytes, documents, by }: Backup): string {
  return [
    bytes === null ? undefined : formatBytes(bytes),
    documents === null ? undefined : plural(documents, '1 document', `${formatCount(documents)} documents`),
    by === null ? 'Automatic' : `Requested by ${by}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** What an operator types to go back to a backup. Names from the server have no characters that a shell reads. */
export function restoreCommands(backup: string): string {
  return ['mv data data-old', `cp -a '${backup.replaceAll("'", `'\\''`)}' data`, 'npm start'].join('\n');
}
