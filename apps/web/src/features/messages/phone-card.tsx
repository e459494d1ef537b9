import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CODE_MINUTES, ConfirmNumberBody, type MessageChannels } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Banner } from '../../ui/feedback/banner';
import { TextInput } from '../../ui/fields/text-input';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { ApiError } from '../../lib/api-error';
import { confirmedNumberText, noNumberText } from './messages.messages';
import { messageChannels } from './messages.queries';
import { TestResultBanner } from './test-result';
import { useTestMessage } from './use-test-message';

type Phone = NonNullable<MessageChannels['gateway']>;
type PhoneCardProps = { phone: Phone };

/** While a code is on its way, its refusal by the gateway is worth knowing soon. */
const REFRESH_MS = 5_000;

/** The phone number of the viewer's account: whether it is confirmed, and whether messages reach it. */
export function PhoneCard({ phone }: PhoneCardProps) {
  const { label, number, state } = phone;
  return (
    <SectionCard title={label}>
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        {state?.broken != null && (
          <Banner tone="error">Messages can't be sent right now. The gateway answered: {state.broken}</Banner>
        )}
        {number === null ? <NoNumber phone={phone} /> : <PhoneNumber phone={phone} number={number} />}
      </Stack>
    </SectionCard>
  );
}

function NoNumber({ phone: { phone } }: PhoneCardProps) {
  return <Typography color="textSecondary">{noNumberText(phone)}</Typography>;
}

function PhoneNumber({ phone: { state }, phone, number }: PhoneCardProps & { number: string }) {
  const test = useTestMessage('gateway');
  const isConfirmed = state?.confirmedAt != null;
  return (
    <>
      <div>
        <Typography sx={{ fontWeight: 600 }}>{number}</Typography>
        <Typography variant="body2" color="textSecondary">
          {isConfirmed
            ? confirmedNumberText(state.confirmedAt ?? '', state.lastSentAt)
            : 'Not confirmed. Nothing else is sent to this number until you enter the code that we send to it.'}
        </Typography>
      </div>
      {isConfirmed ? (
        <Button variant="outlined" color="inherit" loading={test.isPending} onClick={() => test.mutate()}>
          Send me a test
        </Button>
      ) : (
        <Confirmation phone={phone} />
      )}
      {test.data && <TestResultBanner result={test.data} />}
    </>
  );
}

/** Asks for a code and takes it; also on a page that is opened while a code can be entered. */
function Confirmation({ phone: { codeUntil } }: PhoneCardProps) {
  const queryClient = useQueryClient();
  const show = (channels: MessageChannels) => queryClient.setQueryData(messageChannels.queryKey, channels);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const request = useWrite({
    send: (_, { signal }) => send(api.messages.requestCode, { body: {} }, { signal }),
    success: 'A code was sent to your phone',
    failure: "Couldn't send the code",
    toastsFailure: true,
    onSuccess: show,
  });
  const confirm = useWrite({
    send: (body: ConfirmNumberBody, { signal }) => send(api.messages.confirmNumber, { body }, { signal }),
    success: 'Your phone number is confirmed',
    failure: "Couldn't confirm the number",
    onSuccess: show,
    onError: (error) => setFault(error instanceof ApiError ? error.errors[0]?.message : undefined),
  });
  const isAwaited = request.isSuccess || codeUntil !== null;
  useQuery({ ...messageChannels, enabled: isAwaited, refetchInterval: REFRESH_MS });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = ConfirmNumberBody.safeParse({ code: code.replaceAll(/\s/g, '') });
    setFault(body.error?.issues[0]?.message);
    if (body.success && !confirm.isPending) confirm.mutate(body.data);
  };
  const ask = (
    <Button variant="outlined" color="inherit" loading={request.isPending} onClick={() => request.mutate()}>
      {isAwaited ? 'Send another code' : 'Send code'}
    </Button>
  );
  if (!isAwaited) return ask;
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 4, width: '100%', maxWidth: 360 }}>
      {confirm.fault !== undefined && fault === undefined && <Banner tone="error">{confirm.fault}</Banner>}
      <TextInput
        label="Code"
        help={`The 6 digits of the message, within ${CODE_MINUTES} minutes`}
        error={fault}
        value={code}
        autoComplete="one-time-code"
        inputProps={{ inputMode: 'numeric', maxLength: 10 }}
        onChange={setCode}
      />
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" loading={confirm.isPending}>
          Confirm number
        </Button>
        {ask}
      </Stack>
    </Stack>
  );
}
