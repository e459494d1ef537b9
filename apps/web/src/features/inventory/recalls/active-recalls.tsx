import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { BatchRecall } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { disabledReasonOf } from '../../../components/actions/define-actions';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { PageSkeleton } from '../../../components/loading/page-skeleton';
import { ActionButton } from '../../../components/permission-button';
import { SectionCard } from '../../../components/section-card';
import { Spread } from '../../../components/spread';
import { api } from '../../../lib/api';
import { formatInstant } from '../../../lib/format';
import { keyOfAll, pageQuery, send } from '../../../lib/queries';
import { useWrite } from '../../../lib/use-write';

/** The recalls in force that concern the viewer. */
export function ActiveRecalls({ onFind }: { onFind: (batchNumber: string) => void }) {
  const query = useQuery(pageQuery(api.batchRecalls.list, { query: { status: 'active', limit: 100 } }));
  const [ending, setEnding] = useState<BatchRecall>();
  if (query.error) {
    return (
      <ErrorState title="The recalls could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <PageSkeleton />;
  if (query.data.data.length === 0) {
    return <EmptyState>No recall is in force. Enter a batch number to see where it is.</EmptyState>;
  }
  return (
    <SectionCard title="Recalls in force">
      <Stack component="ul" sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
        {query.data.data.map((recall) => (
          <Spread key={recall._id} as="li">
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
                color="inherit"
                sx={{ flexShrink: 0 }}
                disabledReason={disabledReasonOf(recall.actions.end)}
                onClick={() => setEnding(recall)}
              >
                End recall
              </ActionButton>
            )}
          </Spread>
        ))}
      </Stack>
      {ending && <EndDialog recall={ending} onClose={() => setEnding(undefined)} />}
    </SectionCard>
  );
}

function EndDialog({ recall, onClose }: { recall: BatchRecall; onClose: () => void }) {
  const { _id, version, batchNumber } = recall;
  const request = useWrite({
    send: (body: { version: number }, { signal, key }) =>
      send(api.batchRecalls.end, {
        params: { id: _id },
        body,
        headers: { 'idempotency-key': key },
        fetchOptions: { signal },
      }),
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
      New deliveries of batch <strong>{batchNumber}</strong> can be used again. What is blocked now stays so until it is
      released on the page of its item.
    </ConfirmDialog>
  );
}
