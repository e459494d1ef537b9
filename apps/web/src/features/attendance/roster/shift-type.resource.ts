import { ShiftTypeSchema } from '@shifa/contract';
import { api } from '../../../data/api';
import { defineResource } from '../../../data/resource';

/** What the list, the form and the actions of shift types have in common. */
export const shiftTypeResource = defineResource({
  noun: 'shift type',
  plural: 'shift types',
  // Shift types have no events of their own.
  entity: 'attendance',
  list: api.shiftTypes.list,
  get: api.shiftTypes.get,
  summaries: [api.rosters.board],
  schema: ShiftTypeSchema,
  nameOf: ({ name }) => name,
});
