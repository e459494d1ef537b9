import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { BatchRecall } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { ActionButton } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { api } from '../../../data/api';
import { formatInstant } from '../../../lib/format';
import { keyOfAll, pageQuery, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';

/** The recalls in force that concern the viewer. */
export function ActiveRecalls({ onFind }: { onFind: (batchNumber: string) => void }) {
  const query = useQuery(pageQuery(api.batchRecalls.list, { query: { status: 'active', limit: 100 } }));
  const [ending, setEnding] = useState<BatchRecall>();
  if (!query.data) return <NotLoaded query={query} what="the recalls" skeleton={<PageSkeleton />} />;
  if (query.data.data.length === 0) {
    return <EmptyState>No active recalls. Enter a batch number to find its stock.</EmptyState>;
  }
  return (
    <SectionCard title="Active recalls">
      <Stack component="ul" sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
        {query.data.data.map((recall) => (
          <Stack
            key={recall._id}
            component="li"
            sx={{ flexDirection: { sm: 'row' }, justifyContent: 'space-between', alignItems: 'flex-start', gap: 2 }}
          >
            <div>
              <Link component="button" sx={{ verticalAlign: 'baseline' }} onClick={() => onFind(recall.batchNumber)}>
                Batch {recall.batchNumber}
              </Link>{' '}
              of {recall.name}
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {recall.reason} · {recall.by}, {formatInstant(recall.createdAt)}
                {recall.laboratoryId === null && ' · all laboratories'}
              </Typography>
            </div>
            {recall.actions.end && (
              <ActionButton
                variant="outlined"
                color="inherit"
                size="small"
                sx={{ flexShrink: 0 }}
                disabledReason={disabledReasonOf(recall.actions.end)}
                onClick={() => setEnding(recall)}
              >
                End recall
              </ActionButton>
            )}
          </Stack>
        ))}
      </Stack>
      {ending && <EndDialog recall={ending} onClose={() => setEnding(undefined)} />}
    </SectionCard>
  );
}

function EndDialog({ recall, onClose }: { recall: BatchRecall; onClose: () => void }) {
  const { _id, version, batchNumber } = recall;
  const request = useWrite({
    send: (body: { version: number }, given) => send(api.batchRecalls.end, { params: { id: _id }, body }, given),
    success: `The recall of batch ${batchNumber} ended`,
    stale: [keyOfAll('batchRecalls')],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      title="End recall"
      verb="End recall"
      pending={request.isPending}
      onStop={request.stop}
      error={request.fault}
      onConfirm={() => request.mutate({ version })}
      onCancel={onClose}
    >
      New deliveries of batch <strong>{batchNumber}</strong> can be used again. Stock blocked now stays blocked until
      you release it on the item page.
    </ConfirmDialog>
  );
}
