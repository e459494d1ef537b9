import { z } from 'zod';

/** Text that must be there: absent, blank and of another type get the same words. */
export function requiredText(message: string) {
  return z.string(message).trim().min(1, message);
}
