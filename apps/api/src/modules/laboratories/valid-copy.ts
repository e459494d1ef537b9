import { type CopyLaboratoryBody, copyOf, UpdateLaboratoryBody } from '@shifa/contract';
import { isDeepStrictEqual } from 'node:util';
import { parsed } from '../../platform/http/validation';
import type { LaboratoryRow } from './laboratory.document';

const CopiedFields = UpdateLaboratoryBody.pick({ weeklyOff: true, workingHours: true, holidays: true, policies: true });

/**
 * The fields of a laboratory as a copy would change them; `null` where nothing would.
 * @throws DomainError VALIDATION_FAILED where what is copied does not fit what stays, or holidays would be too many.
 */
export function validCopy(
  source: LaboratoryRow,
  target: LaboratoryRow,
  chosen: Pick<CopyLaboratoryBody, 'fields' | 'year'>,
): Partial<LaboratoryRow> | null {
  const copied = copyOf(source, target, chosen);
  const changed = Object.entries(copied).filter(
    ([field, value]) => !isDeepStrictEqual(value, target[field as keyof typeof copied]),
  );
  if (changed.length === 0) return null;
  return parsed(CopiedFields, Object.fromEntries(changed));
}
