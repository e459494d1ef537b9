import type { DecisionBody } from '@shifa/contract';
import type { Actor } from '../domain/actor';
import type { ObjectId } from '../domain/object-id';
import type { Decisions } from './decider';

/** The fields of a document that is approved or rejected once, by one person. */
export type OneDecision = {
  decidedBy: { _id: ObjectId; name: string } | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  /** The digest of what was decided on; absent in documents that were decided on before it was stored. */
  decidedContent?: string | null;
};

/** What such a document is before the decision. */
export const undecided = { decidedBy: null, decidedAt: null, decisionReason: null, decidedContent: null };

/** What the decision writes. @param content the digest of what is decided on. */
export function decided(as: Actor, { approved, reason }: DecisionBody, content: string, at: Date) {
  return {
    status: approved ? ('approved' as const) : ('rejected' as const),
    decidedContent: content,
    decidedBy: as.person,
    decidedAt: at,
    decisionReason: reason ?? null,
  };
}

/** The decision that such a document holds, as `Records` checks it. */
export function oneDecision<Row extends OneDecision & { status: string }>(
  contentOf: (row: Row) => string,
): Decisions<Row> {
  return {
    contentOf,
    of: ({ status, decidedBy, decidedAt, decidedContent: content }) =>
      status === 'approved' || status === 'rejected'
        ? [{ approved: status === 'approved', decidedBy, decidedAt, content }]
        : [],
  };
}
