import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FailedMessage, messageChannelLabels, messagePurposeLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import Pagination from '@mui/material/Pagination';
import { useState } from 'react';
import { ActionButton, useDeniedReason } from '../../screens/actions/permission-button';
import { Banner } from '../../ui/feedback/banner';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { keyOf, send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { formatInstant } from '../../lib/format';
import { failedMessagesText, failedMessageText, pendingMessagesText } from './messages.messages';
import { failedMessages } from './messages.queries';

/** For those who manage the whole network: what could not be sent, and why. */
export function FailedMessages() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(failedMessages(page));
  if (!data) return <NotLoaded query={{ error, refetch }} what="the messages" skeleton={320} />;
  const { pages } = data.pagination;
  // The last message of this page was sent again.
  if (page > Math.max(1, pages)) setPage(Math.max(1, pages));
  return (
    <Stack sx={{ gap: 6 }}>
      {!data.emailOffered && (
        <Banner tone="info">
          No emails are sent, because no mail host is set up. Set SMTP_URL, MAIL_FROM and PUBLIC_URL, and restart.
        </Banner>
      )}
      <SectionCard title="Messages that couldn't be sent">
        <Typography color="textSecondary" sx={{ mb: 4 }}>
          {failedMessagesText} {pendingMessagesText(data.waiting)}
        </Typography>
        {data.data.length === 0 ? (
          <EmptyState>No failed messages. Failures are listed for 30 days.</EmptyState>
        ) : (
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.data.map((message) => (
              <Message key={message._id} message={message} />
            ))}
          </Stack>
        )}
        {pages > 1 && <Pagination count={pages} page={page} onChange={(_, next) => setPage(next)} sx={{ mt: 4 }} />}
      </SectionCard>
    </Stack>
  );
}

function Message({
  message: { _id, purpose, channel, recipient, address, failedAt, error },
}: {
  message: FailedMessage;
}) {
  const denied = useDeniedReason('settings.edit');
  const retry = useWrite({
    send: (_, { signal }) => send(api.messages.retry, { params: { id: _id }, body: {} }, { signal }),
    success: 'The message will be sent again',
    failure: "Couldn't send the message again",
    toastsFailure: true,
    stale: [keyOf(api.messages.listFailed)],
  });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 4, alignItems: 'center', py: 3, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography>
          {failedMessageText(messagePurposeLabels[purpose], recipient?.name ?? address, messageChannelLabels[channel])}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {formatInstant(failedAt)}: {error}
        </Typography>
      </Box>
      <ActionButton
        size="small"
        variant="outlined"
        color="inherit"
        disabledReason={denied}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        Send again
      </ActionButton>
    </Box>
  );
}
