import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { RosterSwap } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOfAll, send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { useWrite } from '../../../data/use-write';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { linkedRowStyle, useLinkedRow, withFirst } from '../../../screens/list/use-linked-row';
import { SectionCard } from '../../../ui/section-card';
import { Spread } from '../../../ui/spread';
import { askedColleagues, shiftLine, SwapConflicts, SwapStatusChip } from './swap-display';
import { swapResource } from './swap.resource';
import { formatDate } from '../../../lib/format';
import { decisionText } from '../leave.messages';

/** Swaps that are under way: what the person is asked about first, then what they asked for. */
export function OwnSwaps() {
  const { _id } = useUser();
  const { data, error, refetch } = useQuery(
    swapResource.page({ mine: 'true', status: ['offered', 'accepted'], limit: 50 }),
  );
  const isOwn = ({ userId }: RosterSwap) => userId._id === _id;
  const found = useLinkedRow(swapResource);
  const linked = found && (isOwn(found) || found.asked.some((one) => one._id === _id)) ? found : undefined;
  const concerning = (data?.data ?? []).filter((swap) => isOwn(swap) || !hasDeclined(swap, _id));
  const swaps = withFirst(linked, [...concerning.filter((swap) => !isOwn(swap)), ...concerning.filter(isOwn)]);
  // Most people have none, so nothing stands for them while they load.
  if (error && !data) return <NotLoaded query={{ error, refetch }} what="your swaps" skeleton={null} />;
  if (swaps.length === 0) return null;
  return (
    <SectionCard title="Swaps">
      <List aria-label="Swaps">
        {swaps.map((swap) => (
          <li key={swap._id} aria-current={swap._id === linked?._id || undefined}>
            <OwnSwap swap={swap} isOwn={isOwn(swap)} />
          </li>
        ))}
      </List>
    </SectionCard>
  );
}

const answers = {
  accept: { route: api.rosterSwaps.accept, success: 'You accepted. An approver will decide.' },
  decline: { route: api.rosterSwaps.decline, success: 'You declined' },
  withdraw: { route: api.rosterSwaps.withdraw, success: 'The swap was withdrawn' },
} as const;
type Answer = keyof typeof answers;

function OwnSwap({ swap, isOwn }: { swap: RosterSwap; isOwn: boolean }) {
  const { shift, inExchange, takenBy, status, note, actions, decidedBy, decidedAt, decisionReason, endedBecause } =
    swap;
  const [asking, setAsking] = useState<Answer>();
  const answering = useWrite({
    send: (answer: Answer, given) =>
      send(answers[answer].route, { params: { id: swap._id }, body: { version: swap.version } }, given),
    success: (_, answer) => answers[answer].success,
    stale: [keyOfAll('rosterSwaps'), keyOfAll('rosters')],
    onSuccess: () => setAsking(undefined),
  });
  const offers = (answer: Answer) => actions[answer]?.allowed === true;
  return (
    <>
      <Spread sx={{ alignItems: 'flex-start' }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {isOwn ? ownTitle(swap) : askedTitle(swap)}
        </Typography>
        <SwapStatusChip status={status} />
      </Spread>
      <Typography className="tabular">
        {isOwn ? 'You give' : 'You take'} {shiftLine(shift)}
      </Typography>
      {inExchange && (
        <Typography className="tabular">
          {isOwn ? 'You take' : 'You give'} {shiftLine(inExchange)}
        </Typography>
      )}
      {note !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
      {status === 'accepted' && isOwn && (
        <Typography variant="body2">{takenBy?.name} accepted. An approver will decide.</Typography>
      )}
      {decidedBy !== null && decidedAt !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {decisionText(decidedBy, formatDate(decidedAt), decisionReason)}
        </Typography>
      )}
      {endedBecause !== null && <Typography variant="body2">{endedBecause}</Typography>}
      {!isOwn && status === 'offered' && <SwapConflicts swap={swap} quiet />}
      <Stack direction="row" useFlexGap sx={{ gap: 2, mt: 2, flexWrap: 'wrap', '&:empty': { display: 'none' } }}>
        {offers('accept') && (
          <Button variant="contained" onClick={() => setAsking('accept')}>
            Accept
          </Button>
        )}
        {offers('decline') && (
          <Button variant="outlined" color="inherit" onClick={() => setAsking('decline')}>
            Decline
          </Button>
        )}
        {offers('withdraw') && (
          <Button variant="outlined" color="inherit" onClick={() => setAsking('withdraw')}>
            Withdraw
          </Button>
        )}
      </Stack>
      {answering.fault !== undefined && !asking && <Banner tone="error">{answering.fault}</Banner>}
      {asking && (
        <ConfirmDialog
          open
          title={questions[asking].title}
          verb={questions[asking].verb}
          destructive={asking !== 'accept'}
          pending={answering.isPending}
          {...(answering.fault !== undefined && { error: answering.fault })}
          onStop={answering.stop}
          onConfirm={() => answering.mutate(asking)}
          onCancel={() => {
            setAsking(undefined);
            answering.reset();
          }}
        >
          {questions[asking].text(swap)}
        </ConfirmDialog>
      )}
    </>
  );
}

const questions: Record<Answer, { title: string; verb: string; text: (swap: RosterSwap) => string }> = {
  accept: {
    title: 'Accept the swap',
    verb: 'Accept',
    text: ({ shift, inExchange }) =>
      inExchange
        ? `Once an approver agrees, you work ${shiftLine(shift)} and give up ${shiftLine(inExchange)}.`
        : `Once an approver agrees, you work ${shiftLine(shift)}.`,
  },
  decline: {
    title: 'Decline the swap',
    verb: 'Decline',
    text: ({ userId, asked }) =>
      asked.length > 1 ? 'The others who were asked can still accept.' : `${userId.name} keeps the shift.`,
  },
  withdraw: { title: 'Withdraw the swap', verb: 'Withdraw', text: () => 'The shift stays yours.' },
};

function askedTitle({ userId: { name }, status }: RosterSwap): string {
  return status === 'offered' ? `${name} asks you` : `${name} asked you`;
}

function ownTitle({ asked, takenBy }: RosterSwap): string {
  return takenBy ? `With ${takenBy.name}` : `You asked ${askedColleagues(asked)}`;
}

function hasDeclined({ asked }: RosterSwap, id: string): boolean {
  return asked.some(({ _id, declined }) => _id === id && declined);
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li[aria-current]': linkedRowStyle(theme),
}));
