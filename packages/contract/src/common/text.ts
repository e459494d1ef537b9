import { z } from 'zod';

/** Required text. An absent value, a blank value and a value of another type get the same message. */
export function requiredText(message: string) {
  return z.string(message).trim().min(1, message);
}

/** Optional text. A blank value becomes `null`. */
export function optionalText(label: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

export function wholeNumber(min: number, max: number) {
  return z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(min, `Must be at least ${min.toLocaleString('en-US')}`)
    .max(max, `Must be at most ${max.toLocaleString('en-US')}`);
}

/** A reason that others will want to understand. */
export const ReasonSchema = reasonText('Reason');
/** A reason by the name of its field, such as a note. */
export function reasonText(label: string) {
  return requiredText(`${label} is required`)
    .min(5, `${label} must be at least 5 characters`)
    .max(500, `${label} must be at most 500 characters`);
}
