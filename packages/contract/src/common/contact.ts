import { z } from 'zod';
import { requiredText } from './text.js';

export const PhoneSchema = requiredText('Phone is required').regex(/^\+?[0-9][0-9 ()-]{5,19}$/, 'Invalid phone number');

/** An email address, converted to lower case. A blank value is reported as invalid. */
export const EmailSchema = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .max(254, 'Email must be at most 254 characters')
  .pipe(z.email('Invalid email address'));
