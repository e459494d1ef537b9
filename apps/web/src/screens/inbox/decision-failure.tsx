import { ApiError, messageOf } from '../../lib/api-error';
import type { Change } from '../../data/queries';
import { Banner } from '../../ui/feedback/banner';
import { RelativeTime } from '../../ui/relative-time';

/** What someone else did, according to a live event, to be followed by what they did it to. */
export function decisionChange(change: Change): string {
  const { approvalStatus, status } = change as Change & { approvalStatus?: string; status?: string };
  const outcome = approvalStatus ?? status;
  return outcome === 'approved' || outcome === 'rejected' || outcome === 'cancelled' || outcome === 'withdrawn'
    ? outcome
    : 'changed';
}

/** Why a decision failed, above the evidence in its current state. */
export function DecisionFailure({ error }: { error: unknown }) {
  const conflict = error instanceof ApiError ? error.conflict : undefined;
  if (!conflict) return <Banner tone="error">{messageOf(error, "Couldn't send the decision")}</Banner>;
  return (
    <Banner tone="warning">
      <strong>{conflict.changedBy ?? 'The system'}</strong> changed this <RelativeTime instant={conflict.changedAt} />.
      Your decision wasn't saved. Here is the current version.
    </Banner>
  );
}
