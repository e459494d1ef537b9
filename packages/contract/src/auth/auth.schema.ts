import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { DeputyOfSchema, ResolvedPermissionsSchema } from '../common/permission.js';
import { RoleSchema } from '../common/role.js';
import { requiredText } from '../common/text.js';
import { DisplayPreferencesSchema } from '../preferences/preferences.schema.js';
import { HomeLaboratorySchema } from '../laboratories/laboratory.schema.js';

/** A session ends after so many days without use, and after so many days at the latest. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_MAX_DAYS = 30;

export const LoginBody = z.object({
  email: requiredText('Email is required').max(254, 'Invalid email address').pipe(z.email('Invalid email address')),
  password: z.string('Password is required').min(1, 'Password is required').max(200),
});
export type LoginBody = z.infer<typeof LoginBody>;

/** The requirements of a new password; the checklist on the screen has one line for each. */
export const passwordRules = [
  { label: '8 characters', test: (password: string) => password.length >= 8 },
  { label: 'uppercase', test: (password: string) => /[A-Z]/.test(password) },
  { label: 'lowercase', test: (password: string) => /[a-z]/.test(password) },
  { label: 'number', test: (password: string) => /\d/.test(password) },
] as const;

export const strengthLabels = ['Weak', 'Weak', 'Fair', 'Good', 'Strong', 'Very Strong'] as const;

/** 0–5: one point each for 8 characters, 12 characters, mixed case, a digit and a special character. */
export function passwordStrength(password: string): number {
  const points = [
    password.length >= 8,
    password.length >= 12,
    /[a-z]/.test(password) && /[A-Z]/.test(password),
    /\d/.test(password),
    /[^A-Za-z0-9]/.test(password),
  ];
  return points.filter(Boolean).length;
}

export const NewPasswordSchema = z
  .string('New password is required')
  .min(1, 'New password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(200, 'Password must be at most 200 characters')
  .regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/s, 'Must contain uppercase, lowercase, and number');

export const ChangePasswordBody = z.object({
  currentPassword: z.string('Current password is required').min(1, 'Current password is required').max(200),
  newPassword: NewPasswordSchema,
});
export type ChangePasswordBody = z.infer<typeof ChangePasswordBody>;

/** A form in which the new password is typed twice. */
export function withConfirmation<Shape extends z.ZodRawShape & { newPassword: typeof NewPasswordSchema }>(
  body: z.ZodObject<Shape>,
) {
  return z
    .object({
      ...body.shape,
      confirmPassword: z.string('Please confirm your password').min(1, 'Please confirm your password'),
    })
    .refine((form) => (form as Passwords).newPassword === (form as Passwords).confirmPassword, {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      when: ({ value }) => (value as { confirmPassword?: string }).confirmPassword !== '',
    });
}

type Passwords = { newPassword: string; confirmPassword: string };

/** The form behind {@link ChangePasswordBody}. */
export const ChangePasswordForm = withConfirmation(ChangePasswordBody);
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;

/** The signed-in person, with every permission as it is resolved now. */
export const SessionUserSchema = z.object({
  _id: IdSchema,
  id: IdSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  department: z.string().nullable(),
  designation: z.string().nullable(),
  employeeCode: z.string(),
  role: RoleSchema,
  avatar: z.string().nullable(),
  laboratoryId: HomeLaboratorySchema.nullable(),
  createdAt: InstantSchema,
  lastLogin: InstantSchema.nullable(),
  mustChangePassword: z.boolean(),
  /**
   * By when the person has to add a second factor, and whether that time is over, after which only the routes for it are
   * open to them. Null for those who have one, or whose role needs none.
   */
  secondFactorNeeded: z.object({ dueAt: InstantSchema, isOverdue: z.boolean() }).nullable(),
  permissions: ResolvedPermissionsSchema,
  /** The absent approvers for whom the person acts now; their permissions are among the person's. */
  deputyOf: z.array(DeputyOfSchema),
  display: DisplayPreferencesSchema.prefault({}),
});
export type SessionUser = z.infer<typeof SessionUserSchema>;

/** A device on which the person is signed in. */
export const SessionSchema = z.object({
  _id: IdSchema,
  /** Browser and system in words, such as `Chrome on Android`. */
  device: z.string(),
  ipAddress: z.string(),
  createdAt: InstantSchema,
  lastSeenAt: InstantSchema,
  current: z.boolean(),
});
export type Session = z.infer<typeof SessionSchema>;
