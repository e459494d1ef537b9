import {
  CreateLaboratoryBody,
  type CreateLaboratoryInput,
  type Laboratory,
  LaboratorySchema,
} from '../laboratories/laboratory.schema.js';
import { nextId, nextNumber } from './sequence.js';

/** A body that passes the contract, with a code of its own. */
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

const open = { allowed: true };

/** An active laboratory as the API answers a super admin. */
export function laboratory(overrides: Partial<Laboratory> = {}): Laboratory {
  return LaboratorySchema.parse({
    ...createLaboratoryBody(),
    _id: nextId(),
    status: 'active',
    createdAt: '2026-01-05T04:30:00.000Z',
    updatedAt: '2026-01-05T04:30:00.000Z',
    version: 1,
    codeFrozen: false,
    updatedBy: null,
    actions: { edit: open, editNetworkFields: open, suspend: open, archive: open },
    ...overrides,
  });
}
