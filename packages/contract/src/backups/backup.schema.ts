import { z } from 'zod';
import { InstantSchema, TimeOfDaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';

const count = z.number().int().nonnegative();

/** Who backs up: the product every day, only people on request, or the operator of an external MongoDB. */
export const backupModes = ['automatic', 'off', 'external'] as const;
export type BackupMode = (typeof backupModes)[number];

/** From this age on, the newest good backup is too old, and super admins are notified. */
export const MAX_BACKUP_AGE_HOURS = 48;
/** The most that can be kept of each kind. */
export const MAX_BACKUPS_KEPT = 60;

export const BackupSchema = z.object({
  /** Of its folder, such as `shifa-auto-2026-11-21T02-30-00Z`. */
  name: z.string(),
  startedAt: InstantSchema,
  finishedAt: InstantSchema,
  /** Of the data file; null if it failed. */
  bytes: count.nullable(),
  /** Null if it failed, and if the server stopped before it counted them. */
  documents: count.nullable(),
  result: enumOf(['ok', 'failed']),
  /** Why it failed and what to do. */
  error: z.string().nullable(),
  /** Name of the person who asked for it; null for an automatic one. */
  by: z.string().nullable(),
  /** Whether its folder exists. Someone can have moved or removed it. */
  isStored: z.boolean(),
});
export type Backup = z.infer<typeof BackupSchema>;

export const RunningBackupSchema = z.object({
  startedAt: InstantSchema,
  by: z.string().nullable(),
  step: enumOf(['copying', 'verifying']),
  /** Bytes or documents done, of about so many; zero if the total is not known yet. */
  done: count,
  of: count,
});
export type RunningBackup = z.infer<typeof RunningBackupSchema>;

export const BackupsSchema = z.object({
  mode: enumOf(backupModes),
  /** When automatic backups start, in the time zone of the network; null without them. */
  time: TimeOfDaySchema.nullable(),
  timezone: z.string(),
  /** How many of each kind, automatic and on request, are kept; null for `external`. */
  keep: z.number().int().min(1).max(MAX_BACKUPS_KEPT).nullable(),
  /** The folder on the server; null for `external`. */
  folder: z.string().nullable(),
  /** When the next automatic backup is due; null without them. */
  next: InstantSchema.nullable(),
  running: RunningBackupSchema.nullable(),
  /** Those that are kept, and the latest failed ones, newest first. */
  backups: z.array(BackupSchema),
});
export type Backups = z.infer<typeof BackupsSchema>;
