import { nextId, nextNumber } from '../testing/sequence.js';
import {
  CreateLaboratoryBody,
  type CreateLaboratoryInput,
  type Laboratory,
  LaboratorySchema,
} from './laboratory.schema.js';

/** A valid request body with a unique code. */
export function createLaboratoryBody(overrides: Partial<CreateLaboratoryInput> = {}): CreateLaboratoryBody {
  const number = nextNumber();
  return CreateLaboratoryBody.parse({
    name: `Laboratory ${number}`,
    code: `LAB-${number}`,
    location: { city: 'Kolkata' },
    contact: { phone: '+91 33 2212 0000' },
    ...overrides,
  });
}

const allowed = { allowed: true };

/** A laboratory, by default an active one, as the API returns it to a super admin. */
export function laboratory(overrides: Partial<Laboratory> = {}): Laboratory {
  const { status = 'active' } = overrides;
  const reason = 'This laboratory is suspended and accepts no entries';
  const use = status === 'active' ? allowed : { allowed: false, reason };
  return LaboratorySchema.parse({
    ...createLaboratoryBody(),
    _id: nextId(),
    status: 'active',
    createdAt: '2026-01-05T04:30:00.000Z',
    updatedAt: '2026-01-05T04:30:00.000Z',
    version: 1,
    codeFrozen: false,
    updatedBy: null,
    actions: {
      edit: allowed,
      editNetworkFields: allowed,
      suspend: allowed,
      archive: allowed,
      enterRecords: use,
      addPeople: use,
    },
    ...overrides,
  });
}
