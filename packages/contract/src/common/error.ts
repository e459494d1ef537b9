import { z } from 'zod';
import { enumOf } from './enum.js';
import { SecondStepSchema } from './second-step.js';

/**
 * Every failure that the API can return: its stable code, its HTTP status and its default message. This is the only
 * place where codes are added.
 */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, message: 'Check the marked fields' },
  MALFORMED_REQUEST: { status: 400, message: "The server couldn't read the request" },
  CURRENT_PASSWORD_WRONG: { status: 400, message: 'Current password is incorrect' },
  PASSWORD_UNCHANGED: { status: 400, message: 'The new password must differ from the current one' },
  SHEET_UNREADABLE: { status: 400, message: 'This file is neither CSV nor Excel' },
  EXPORT_TOO_LARGE: { status: 400, message: 'There are too many rows for one file. Narrow the filter.' },
  PREFERENCES_TOO_LARGE: {
    status: 400,
    message: "Your saved lists take up too much space. Delete views you don't need.",
  },
  LIST_FULL: { status: 400, message: 'This list is full. Remove something before you add more.' },
  TOO_MANY_AT_ONCE: { status: 400, message: 'The selection is too large. Narrow it and try again.' },
  LINK_INVALID: { status: 400, message: 'This link is invalid, was already used or has expired. Request a new one.' },
  PUSH_SERVICE_REFUSED: {
    status: 400,
    message: "This browser's push service isn't on the public internet. Ask the operator to allow it.",
  },
  IDEMPOTENCY_KEY_REUSED: { status: 400, message: 'This Idempotency-Key was already used for a different request' },

  SECOND_FACTOR_WRONG: { status: 400, message: 'This code is wrong, has expired or was already used' },
  AUTHENTICATOR_SETUP_EXPIRED: { status: 400, message: 'This took too long. Scan a new code with your app.' },

  PASSKEY_REFUSED: { status: 400, message: "This passkey wasn't accepted. Try again, or sign in another way." },

  CODE_INVALID: { status: 400, message: "This code isn't valid. Scan the code on the display again." },
  CODE_EXPIRED: { status: 400, message: 'This code has expired. Scan the current code on the display.' },
  OFFLINE_PUNCH_TOO_OLD: {
    status: 400,
    message: 'This is more than three days ago. Request a correction for that day.',
  },
  CODE_OF_REMOVED_DISPLAY: {
    status: 400,
    message: 'This code is from a display that was removed. Scan another display, or clock in without a code.',
  },
  PAIRING_CODE_INVALID: {
    status: 400,
    message: 'This code is wrong, was used or has expired. Create a new one in Settings, under Wall displays.',
  },
  CODE_OF_OTHER_LABORATORY: { status: 400, message: 'This code belongs to another laboratory' },

  PROVIDER_REFUSED: { status: 400, message: "The provider's answer can't be accepted. Sign in again." },

  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue' },
  /** The session ended because its account was suspended or closed. */
  ACCOUNT_CLOSED: { status: 401, message: 'Your account is no longer active. Ask your administrator.' },
  DISPLAY_REMOVED: { status: 401, message: 'This display was removed. Pair it again to show codes.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },

  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Enter a code of your second factor to finish signing in' },
  SIGN_IN_EXPIRED: { status: 401, message: 'This sign-in took too long. Sign in again.' },

  FORBIDDEN: { status: 403, message: "You don't have permission to do this" },
  ACCOUNT_INACTIVE: { status: 403, message: "This account isn't active. Ask your administrator." },
  PROVIDER_ACCOUNT_UNKNOWN: {
    status: 403,
    message: 'No account here has the verified email address of this sign-in. Ask your administrator.',
  },
  TEMPORARY_PASSWORD_EXPIRED: {
    status: 403,
    message: 'This temporary password has expired. Ask your administrator for a new one.',
  },
  CONFIRMATION_REQUIRED: { status: 403, message: "Confirm that it's you to continue" },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Change your temporary password to continue' },
  /** Unlike `SECOND_FACTOR_REQUIRED`: the person has none, and the network requires one of their role. */
  SECOND_FACTOR_SETUP_REQUIRED: { status: 403, message: 'Add a second factor to your account to continue' },

  NOT_RECIPIENT: { status: 403, message: 'Only the recipient can mark this notification as read' },

  OWN_ACCOUNT: { status: 403, message: "You can't change your own role, status or permissions" },
  OWN_WORK: { status: 403, message: 'This affects your own work. Someone with a higher role must change it.' },
  STAFF_BEYOND_REACH: { status: 403, message: 'Only someone with a higher role can change this person' },
  PERMISSION_NOT_HELD: { status: 403, message: 'You can only grant permissions you have' },
  OWN_TRANSACTION: { status: 403, message: "You can't approve an entry that you entered or last edited" },
  APPROVED_BY_SAME_PERSON: { status: 403, message: 'A different person must give the second approval' },
  SUPER_ADMIN_NEEDED: { status: 403, message: 'A super admin must also approve this entry' },

  OWN_ATTENDANCE: { status: 403, message: "You can't change your own attendance. Request a correction." },
  OWN_LEAVE: { status: 403, message: "You can't decide on your own leave" },
  OWN_ENTRY: { status: 403, message: 'You entered or edited this record, so someone else must decide' },
  OWN_WRITE_OFF: { status: 403, message: 'You requested this write-off, so someone else must decide' },
  APPROVER_TOO_LOW: { status: 403, message: 'Someone with a higher role than this person must decide' },

  APPROVER_DEPENDENT: { status: 403, message: "Someone whose account this person doesn't control must decide" },

  NOT_FOUND: { status: 404, message: 'Not found' },
  LABORATORY_NOT_FOUND: { status: 404, message: "This laboratory doesn't exist" },
  STAFF_NOT_FOUND: { status: 404, message: "This person doesn't exist" },
  SECOND_FACTOR_NOT_FOUND: { status: 404, message: 'There is no second factor of this kind' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended' },
  TRANSACTION_NOT_FOUND: { status: 404, message: "This entry doesn't exist" },
  INVENTORY_ITEM_NOT_FOUND: { status: 404, message: "This item doesn't exist" },
  RECALL_NOT_FOUND: { status: 404, message: "This recall doesn't exist" },
  TRANSFER_NOT_FOUND: { status: 404, message: "This transfer doesn't exist" },
  WRITE_OFF_NOT_FOUND: { status: 404, message: "This write-off doesn't exist" },
  STOCK_ALERT_NOT_FOUND: { status: 404, message: "This alert doesn't exist" },
  ATTENDANCE_NOT_FOUND: { status: 404, message: "This attendance record doesn't exist" },
  DISPLAY_NOT_FOUND: { status: 404, message: "This display doesn't exist" },
  SHIFT_TYPE_NOT_FOUND: { status: 404, message: "This shift type doesn't exist" },
  LEAVE_NOT_FOUND: { status: 404, message: "This leave doesn't exist" },
  NOTIFICATION_NOT_FOUND: { status: 404, message: "This notification doesn't exist" },
  BATCH_NOT_FOUND: { status: 404, message: "This batch doesn't exist" },
  REPORT_NOT_FOUND: { status: 404, message: "This report doesn't exist" },
  REPORT_FILE_GONE: { status: 404, message: "This report's file was removed. Generate it again." },
  REPORT_SCHEDULE_LIMIT: { status: 409, message: 'There are too many scheduled reports' },
  REPORT_SCHEDULE_NOT_FOUND: { status: 404, message: "This scheduled report doesn't exist" },
  BROWSER_NOT_FOUND: { status: 404, message: 'This browser was already removed' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'This message no longer exists' },
  RECEIPT_NOT_FOUND: { status: 404, message: "This receipt doesn't exist" },

  VERSION_CONFLICT: { status: 409, message: 'Someone else changed this in the meantime' },
  IDEMPOTENT_RESPONSE_LOST: {
    status: 409,
    message:
      'This request was already processed, but its stored response is unreadable. Check the result before you try again.',
  },
  LABORATORY_CODE_TAKEN: { status: 409, message: 'This code is already in use' },
  LABORATORY_CODE_FROZEN: { status: 409, message: 'The code can no longer be changed because records use it' },
  LABORATORY_ARCHIVED: { status: 409, message: 'This laboratory is archived and can no longer be changed' },
  LABORATORY_SUSPENDED: { status: 409, message: 'This laboratory is suspended and accepts no entries' },
  LABORATORY_HAS_BLOCKERS: { status: 409, message: 'This laboratory still has work in progress' },
  EMAIL_TAKEN: { status: 409, message: 'Someone already has this email address' },
  STAFF_EXITED: { status: 409, message: 'This person has exited and can no longer be changed' },
  LAST_SECOND_FACTOR: {
    status: 409,
    message: 'Your role needs a second factor. Add another one before you remove this one.',
  },
  OWN_SECOND_FACTOR_MISSING: {
    status: 409,
    message: 'Add a second factor to your own account before you require one of your role',
  },
  LAST_SUPER_ADMIN: { status: 409, message: 'The network needs at least one active super admin' },
  RECIPIENT_INACTIVE: { status: 409, message: 'This person is no longer active' },
  TRANSACTION_ALREADY_DECIDED: { status: 409, message: 'This entry has already been decided' },
  TRANSACTION_IMMUTABLE: { status: 409, message: "An approved entry can't be changed. Reverse it instead." },
  TRANSACTION_CANCELLED: { status: 409, message: 'This entry is cancelled and can no longer be changed' },
  TRANSACTION_NOT_CANCELLABLE: { status: 409, message: 'Only a pending or rejected entry can be cancelled' },
  TRANSACTION_NOT_REJECTED: { status: 409, message: 'Only a rejected entry can be sent for approval again' },
  TRANSACTION_NOT_REVERSIBLE: {
    status: 409,
    message: "Only an approved entry that isn't itself a reversal can be reversed",
  },
  TRANSACTION_HAS_REVERSAL: {
    status: 409,
    message: 'This entry has already been reversed, or its reversal is awaiting approval',
  },
  DUPLICATE_ENTRY: {
    status: 409,
    message: 'An entry with the same party or reference, day and amount already exists',
  },
  PERIOD_LOCKED: { status: 409, message: 'This period is closed. Only a super admin can post to it.' },
  TOO_MANY_RECEIPTS: { status: 409, message: 'An entry can have at most 10 receipts' },
  ITEM_CODE_TAKEN: { status: 409, message: 'Another item in this laboratory has this code' },
  GTIN_TAKEN: { status: 409, message: 'Another item in this laboratory has this GTIN' },
  ITEM_UNIT_FROZEN: { status: 409, message: 'The unit can no longer be changed because movements use it' },
  ITEM_DISCONTINUED: { status: 409, message: 'This item is discontinued' },
  ITEM_HAS_STOCK: { status: 409, message: 'This item still has stock' },
  STOCK_INSUFFICIENT: { status: 409, message: "There isn't enough usable stock" },
  BATCH_NOT_USABLE: { status: 409, message: 'This batch must not be used' },
  BATCH_MISMATCH: { status: 409, message: 'This batch number belongs to a batch with another expiry date' },
  COUNT_SUPERSEDED: { status: 409, message: 'A later count of this stock is already saved. Count it again.' },
  BATCH_RECALLED: { status: 409, message: 'This batch is already recalled' },
  RECALL_ENDED: { status: 409, message: 'This recall has already ended' },
  TRANSFER_CLOSED: { status: 409, message: 'Everything in this transfer has been received or returned' },
  WRITE_OFF_DECIDED: { status: 409, message: 'This write-off has already been decided' },
  STOCK_SET_ASIDE: {
    status: 409,
    message: 'This stock is set aside for a pending write-off. Approve, reject or withdraw the write-off first.',
  },
  STOCK_ALERT_RESOLVED: { status: 409, message: 'This alert has changed since you opened it' },
  BATCH_ACTION_IMPOSSIBLE: { status: 409, message: "The batch's status doesn't allow this" },
  DAY_FULL: { status: 409, message: 'This day is full. Ask your manager to enter the rest.' },
  ALREADY_CLOCKED_IN: { status: 409, message: "You're already clocked in" },
  NOT_CLOCKED_IN: { status: 409, message: "You aren't clocked in" },
  ALREADY_ON_BREAK: { status: 409, message: 'Your break has already started' },
  NOT_ON_BREAK: { status: 409, message: "You aren't on a break" },
  TOO_MANY_DISPLAYS: { status: 409, message: 'A laboratory can have at most 10 wall displays. Remove one first.' },
  CODE_REUSED: { status: 409, message: 'You have already used this code. Wait for the next one.' },
  OFFLINE_PUNCH_IMPOSSIBLE: {
    status: 409,
    message: 'This conflicts with other times recorded that day. Request a correction.',
  },
  ATTENDANCE_DAY_TAKEN: { status: 409, message: 'This person already has a record on this day. Edit that one.' },
  ATTENDANCE_ALREADY_DECIDED: { status: 409, message: 'This record has already been decided' },
  ATTENDANCE_OPEN: { status: 409, message: 'This person is still clocked in' },
  CORRECTION_PENDING: { status: 409, message: 'You already have a pending correction for this day' },
  NO_CORRECTION: { status: 409, message: 'The request for this day no longer exists' },
  VERIFICATION_RUNNING: {
    status: 409,
    message: 'This ledger is already being verified. Wait for the result, or cancel the verification.',
  },
  CHANNEL_NOT_OFFERED: { status: 409, message: "The operator of this installation hasn't set this up" },
  ADDRESS_NOT_CONFIRMED: { status: 409, message: 'Confirm the address first: open the link that we sent to it' },
  TOO_MANY_BROWSERS: { status: 409, message: 'Push is on in 20 browsers, the most possible. Remove one first.' },
  BACKUP_RUNNING: { status: 409, message: 'A backup is already running. Wait until it has finished.' },
  BACKUP_EXTERNAL: {
    status: 409,
    message: "The product doesn't back up an external MongoDB. Its operator does this with MongoDB's own tools.",
  },
  SHIFT_TYPE_CODE_TAKEN: { status: 409, message: 'Another shift type of this laboratory has this code' },
  SHIFT_TYPE_IN_USE: { status: 409, message: 'Days were planned with this shift type. Archive it instead.' },
  SHIFT_TYPE_ARCHIVED: { status: 409, message: 'This shift type is archived. Restore it, or choose another one.' },
  ROSTER_CHANGED: { status: 409, message: 'Another planner changed these days. Look at them, then plan again.' },
  ROSTER_DAY_OVER: { status: 409, message: "Days before today can't be planned. Correct the person's day instead." },
  ROSTER_DAY_RECORDED: {
    status: 409,
    message: 'Someone has already clocked in on a day that would change. Correct the day instead.',
  },
  ROSTER_NOTHING_CHANGED: {
    status: 409,
    message: "There's nothing to publish on these days. Plan or change a day first.",
  },
  ROSTER_HAS_CONFLICTS: { status: 409, message: 'The rules of this laboratory forbid some of these days' },
  LEAVE_OVERLAPS: { status: 409, message: 'You already have leave on one of these days' },
  LEAVE_BALANCE_EXCEEDED: { status: 409, message: 'This exceeds the remaining days for this type of leave' },
  LEAVE_ALREADY_DECIDED: { status: 409, message: 'This leave has already been decided' },
  LEAVE_ENDED: { status: 409, message: 'This leave can no longer be cancelled' },

  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the request as JSON' },
  RECEIPT_TYPE_UNSUPPORTED: { status: 415, message: 'A receipt must be a JPEG, PNG or WebP image, or a PDF' },
  REPORT_TOO_LARGE: {
    status: 422,
    message: 'There are too many rows for one report. Choose a shorter period or a single laboratory.',
  },
  CLIENT_OUTDATED: { status: 426, message: 'This page belongs to an earlier version. Reload it to continue.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again in a moment.' },
  TOO_MANY_LOGINS: { status: 429, message: 'Too many attempts. Try again in a few minutes.' },
  TOO_MANY_MESSAGES: { status: 429, message: 'Too many messages were requested. Try again in an hour.' },

  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: "The sign-in provider can't be reached. Sign in with your password, or try again later.",
  },
  UNAVAILABLE: { status: 503, message: 'The service is busy. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Codes that any route can answer, and that no route declares. */
export const commonErrors = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'ACCOUNT_CLOSED',
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'LIST_FULL',
  'TOO_MANY_AT_ONCE',
  'CLIENT_OUTDATED',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Codes that a repeated request to an idempotent route can answer besides. */
export const idempotencyErrors = [
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENT_RESPONSE_LOST',
] as const satisfies readonly ErrorCode[];

/** The code that a route with `fresh` in its policy answers without a confirmation. */
export const freshErrors = ['CONFIRMATION_REQUIRED'] as const satisfies readonly ErrorCode[];

export const ErrorCodeSchema = enumOf(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);

/** An error in one field. `field` is its dotted path in the body, the query or the path parameters. */
export const FieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldErrorSchema>;

/** Something that prevents the operation, named for display: `{ name: 'active staff', count: 3 }`. */
export const BlockerSchema = z.object({
  name: z.string(),
  count: z.number().int().min(1),
  /** What is counted, so that a screen can link to its list. */
  resource: z
    .enum([
      'laboratories',
      'staff',
      'transactions',
      'inventory',
      'expiring',
      'transfers',
      'write-offs',
      'attendance',
      'missed',
      'leave',
    ])
    .optional(),
  /** The filter of that list, besides the laboratory. */
  filter: z.record(z.string(), z.array(z.string())).optional(),
});
export type Blocker = z.infer<typeof BlockerSchema>;

const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: ErrorCodeSchema,
  errors: z.array(FieldErrorSchema),
  requestId: z.string(),
  blockers: z.array(BlockerSchema).optional(),
  /** For a version conflict: the current document, and who last changed it and when. */
  conflict: z
    .object({ current: z.unknown(), changedBy: z.string().nullable(), changedAt: z.iso.datetime() })
    .optional(),
  /** For a sign-in that needs a second step. */
  secondStep: SecondStepSchema.optional(),
});
/** The shape of every failure response. */
// An interface, because a type alias would be expanded in the response types of every route.
export interface Failure extends z.infer<typeof failure> {}
export const FailureSchema: z.ZodType<Failure> = failure;
