import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MessageChannels } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Banner } from '../../ui/feedback/banner';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { confirmedAddressText } from './messages.messages';
import { messageChannels } from './messages.queries';
import { TestResultBanner } from './test-result';
import { useTestMessage } from './use-test-message';

type EmailCardProps = { email: NonNullable<MessageChannels['email']> };

/** The email address of the viewer's account: whether it is confirmed, and whether messages reach it. */
export function EmailCard({ email: { address, state } }: EmailCardProps) {
  const queryClient = useQueryClient();
  const confirm = useWrite({
    send: (_, { signal }) => send(api.messages.requestConfirmation, { body: {} }, { signal }),
    success: 'Check your inbox for the confirmation link',
    failure: "Couldn't send the link",
    toastsFailure: true,
    onSuccess: (channels) => queryClient.setQueryData(messageChannels.queryKey, channels),
  });
  const test = useTestMessage('email');
  const isConfirmed = state?.confirmedAt != null;
  return (
    <SectionCard title="Email">
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        {state?.broken != null && (
          <Banner tone="error">Emails can't be sent right now. The mail host answered: {state.broken}</Banner>
        )}
        <div>
          <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{address}</Typography>
          <Typography variant="body2" color="textSecondary">
            {isConfirmed
              ? confirmedAddressText(state.confirmedAt ?? '', state.lastSentAt)
              : 'Not confirmed. Nothing is sent to this address until you open the link that we send to it.'}
          </Typography>
        </div>
        {isConfirmed ? (
          <Button variant="outlined" color="inherit" loading={test.isPending} onClick={() => test.mutate()}>
            Send me a test
          </Button>
        ) : (
          <Button variant="outlined" color="inherit" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {confirm.isSuccess ? 'Send the link again' : 'Send confirmation link'}
          </Button>
        )}
        {test.data && <TestResultBanner result={test.data} />}
      </Stack>
    </SectionCard>
  );
}
