import type { Actor } from '../../platform/http/actor';
import { eventKind } from '../../platform/events/domain-events';
import type { LaboratoryRow } from './laboratory.document';

export type LaboratoryChange = { actor: Actor; before: LaboratoryRow | null; after: LaboratoryRow };

export const laboratoryCreated = eventKind<LaboratoryChange>('laboratory.created');
export const laboratoryUpdated = eventKind<LaboratoryChange>('laboratory.updated');
export const laboratoryArchived = eventKind<LaboratoryChange>('laboratory.archived');
