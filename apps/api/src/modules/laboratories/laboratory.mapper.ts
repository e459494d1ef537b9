import type {
  HomeLaboratory,
  Laboratory,
  LaboratoryEvent,
  LaboratoryListItem,
  LaboratoryOption,
} from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { actionsFor } from '../../platform/domain/policy';
import { searchWords } from '../../platform/mongo/search-words';
import type { LaboratoryRow } from './laboratory.document';
import { laboratoryPolicy, laboratoryUses } from './laboratory.policy';

/** A row of the list. The list query reads only these fields. */
export function toListItem(row: LaboratoryRow, viewer: Actor): LaboratoryListItem {
  return {
    _id: row._id.toHexString(),
    name: row.name,
    code: row.code,
    type: row.type,
    status: row.status,
    location: row.location,
    contact: row.contact,
    timezone: row.timezone,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    // Spreading both would take longer than judging all of the actions.
    actions: Object.assign(actionsFor(laboratoryPolicy, viewer, row, undefined), laboratoryUses(row)),
  };
}

export function toOption(row: LaboratoryRow): LaboratoryOption {
  const { _id, name, code, status, timezone, location, contact } = row;
  return { _id: _id.toHexString(), name, code, status, timezone, location, contact, actions: laboratoryUses(row) };
}

export function toHomeLaboratory(row: LaboratoryRow): HomeLaboratory {
  const { _id, name, code, timezone, contact, location } = row;
  return {
    _id: _id.toHexString(),
    name,
    code,
    timezone,
    contact: { phone: contact.phone },
    location: { address: location.address, city: location.city },
    actions: laboratoryUses(row),
  };
}

export function toLaboratory(row: LaboratoryRow, viewer: Actor, codeFrozen: boolean): Laboratory {
  const { location, weeklyOff, workingHours, holidays, licence, accreditation, policies, updatedBy } = row;
  return {
    ...toListItem(row, viewer),
    location,
    weeklyOff,
    workingHours,
    holidays,
    licence,
    accreditation,
    policies,
    updatedBy,
    codeFrozen,
  };
}

export function toLaboratoryEvent(row: LaboratoryRow, actor: Actor | null): LaboratoryEvent {
  return {
    _id: row._id.toHexString(),
    name: row.name,
    code: row.code,
    status: row.status,
    version: row.version,
    by: actor && { _id: actor.userId, name: actor.name },
    at: row.updatedAt.toISOString(),
  };
}

/** Fields that are derived from others, so that lists can use an index for sorting and searching. */
export function derivedFields({ name, code, location }: Pick<LaboratoryRow, 'name' | 'code' | 'location'>) {
  return { sortName: name.toLowerCase(), searchWords: searchWords(name, code, location.city) };
}
