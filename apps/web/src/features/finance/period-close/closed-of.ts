import type { PeriodClose } from '@shifa/contract';

export type Closed = PeriodClose['laboratories'][number];

/** What was closed for the laboratory by itself or, without one, for the network. */
export function closedOf(close: PeriodClose, laboratoryId: string | undefined): Closed {
  if (laboratoryId === undefined) return close;
  const never = { _id: laboratoryId, lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };
  return close.laboratories.find(({ _id }) => _id === laboratoryId) ?? never;
}
