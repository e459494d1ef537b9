import { type PeriodClose, PeriodCloseSchema } from './period-close.schema.js';

/** Books in which every period is open, unless told otherwise. */
export function periodClose(overrides: Partial<PeriodClose> = {}): PeriodClose {
  return PeriodCloseSchema.parse({
    _id: '0'.repeat(24),
    lockedThrough: null,
    updatedBy: null,
    updatedAt: null,
    version: 1,
    laboratories: [],
    ...overrides,
  });
}
