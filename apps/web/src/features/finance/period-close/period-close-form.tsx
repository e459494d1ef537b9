import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  BusinessDaySchema,
  closedThroughIn,
  daysOfMonth,
  laterOf,
  type PeriodClose,
  PeriodCloseSchema,
} from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppDialog } from '../../../ui/app-dialog';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { TextInput } from '../../../ui/fields/text-input';
import { LaboratoryFilter } from '../../../screens/report/period-chooser';
import { newerVersionIn } from '../../../screens/form/newer-version-in';
import { api } from '../../../data/api';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { keyOfAll, send } from '../../../data/queries';
import { useFinanceToday } from '../period/finance-period';
import { periodClose } from '../transaction.resource';
import { type Closed, closedOf } from './closed-of';
import { CurrentClose } from './current-close';
import { PendingBeforeClose } from './pending-before-close';
import { useWrite } from '../../../data/use-write';
import { monthAfter } from '../../../lib/calendar';

type PeriodCloseFormProps = {
  close: PeriodClose;
  /** By default the whole network. */
  initialLaboratoryId: string | undefined;
  /** The month to close; by default the last complete one that is open. */
  month: string | undefined;
  onClose: () => void;
};

/** Changes the last closed day, after a question. */
export function PeriodCloseForm({ close, initialLaboratoryId, month, onClose }: PeriodCloseFormProps) {
  const [laboratoryId, setLaboratoryId] = useState(initialLaboratoryId);
  const today = useFinanceToday(laboratoryId);
  const closed = closedOf(close, laboratoryId);
  const [typed, setTyped] = useState<string>();
  const day = typed ?? dayToClose(today, closedThroughIn(close, laboratoryId), month);
  const [asked, setAsked] = useState<{ through: string | null; version: number }>();
  const [fault, setFault] = useState<string>();
  const set = useSetPeriodClose(closed, laboratoryId, onClose);
  // Once the setting has changed, it would be another question.
  const question = asked && (set.isPending || asked.version === closed.version) ? asked : undefined;

  const ask = (through: string | null) => {
    set.reset();
    setAsked({ through, version: closed.version });
  };
  const submit = () => {
    const wrong = faultOf(day, today, close, closed);
    setFault(wrong);
    if (wrong === undefined) ask(day);
  };
  return (
    <AppDialog
      title="Close books"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      decision={
        <Button type="submit" variant="contained">
          Close books
        </Button>
      }
      beside={
        question && (
          <ConfirmPeriodClose
            {...{ close, laboratoryId }}
            through={question.through}
            pending={set.isPending}
            error={set.error}
            onLeave={onClose}
            onConfirm={() => set.mutate(question.through)}
            onStop={set.stop}
            onCancel={() => setAsked(undefined)}
          />
        )
      }
    >
      <LaboratoryFilter
        permission="transactions.lock"
        value={laboratoryId}
        onChange={(chosen) => {
          setLaboratoryId(chosen);
          setFault(undefined);
          setAsked(undefined);
        }}
      />
      {asked && !question && (
        <Banner tone="warning">
          The closed period changed while this was open. Check the current setting, then try again.
        </Banner>
      )}
      <CurrentClose {...{ close, laboratoryId }} onLeave={onClose} />
      {closed.lockedThrough !== null && (
        <Button variant="outlined" color="inherit" sx={{ alignSelf: 'flex-start' }} onClick={() => ask(null)}>
          {laboratoryId === undefined ? 'Reopen all' : 'Reopen laboratory'}
        </Button>
      )}
      <TextInput
        label="Close the books through"
        help="This day is included."
        error={fault}
        type="date"
        inputProps={{ max: today }}
        value={day}
        onChange={setTyped}
      />
    </AppDialog>
  );
}

/** The end of the month or, by default, of the last complete month, unless it is closed already. */
function dayToClose(today: string, closedThrough: string | null, month: string | undefined): string {
  const { to } = daysOfMonth(month ?? monthAfter(today, -1));
  return to <= today && (closedThrough === null || to > closedThrough) ? to : (closedThrough ?? '');
}

function faultOf(day: string, today: string, network: PeriodClose, closed: Closed): string | undefined {
  if (!BusinessDaySchema.safeParse(day).success) return 'Choose the last day to close';
  if (day > today) return `Must not be after ${formatDay(today)}`;
  if (day === closed.lockedThrough) return 'The books are already closed through this day';
  if (closed._id === network._id || network.lockedThrough === null || day > network.lockedThrough) return undefined;
  return `All laboratories are closed through ${formatDay(network.lockedThrough)} already. Choose a later day.`;
}

type ConfirmPeriodCloseProps = {
  close: PeriodClose;
  laboratoryId: string | undefined;
  through: string | null;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onStop: () => void;
  onCancel: () => void;
  /** A list of pending entries was opened. */
  onLeave: () => void;
};

/** Closing shows what is pending. Reopening a period warns that its totals can change. */
function ConfirmPeriodClose(props: ConfirmPeriodCloseProps) {
  const { close, laboratoryId, through, error, onLeave, ...dialog } = props;
  const { lockedThrough } = closedOf(close, laboratoryId);
  const opens = lockedThrough !== null && (through === null || through < lockedThrough);
  return (
    <ConfirmDialog
      {...dialog}
      open
      title={opens ? 'Reopen the books' : 'Close books'}
      verb={opens ? 'Reopen' : 'Close books'}
      destructive={opens}
      error={error ? messageOf(error) : undefined}
    >
      <Stack sx={{ gap: 3 }}>
        <div>
          {opens && describeOpened(close, laboratoryId, lockedThrough, through)}{' '}
          {through !== null && `Only a super admin will be able to post on or before ${formatDay(through, 'long')}.`}{' '}
          {laboratoryId === undefined ? 'This covers all laboratories.' : 'This covers only this laboratory.'}
        </div>
        {through !== null && !opens && <PendingBeforeClose {...{ through, close, laboratoryId, onLeave }} />}
      </Stack>
    </ConfirmDialog>
  );
}

/** Which days are opened, and what stays closed by the other one of the two closings. */
function describeOpened(
  { lockedThrough: ofNetwork }: PeriodClose,
  laboratoryId: string | undefined,
  before: string,
  after: string | null,
): string {
  const left = laboratoryId === undefined ? after : laterOf(after, ofNetwork);
  const last = formatDay(before, 'long');
  const opened =
    left === null
      ? `You can post to the days through ${last} again. Reported totals may change.`
      : left >= before
        ? 'No days are reopened.'
        : `You can post to the days after ${formatDay(left, 'long')} and through ${last} again. Reported totals may change.`;
  if (laboratoryId === undefined) return `${opened} Laboratories that were closed individually stay closed.`;
  if (ofNetwork === null) return opened;
  return `${opened} All laboratories stay closed through ${formatDay(ofNetwork, 'long')}.`;
}

/** Sets the last closed day, unless someone else has changed it since; then their change is shown. */
function useSetPeriodClose({ version }: Closed, laboratoryId: string | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  const { queryKey } = periodClose;
  return useWrite({
    send: (lockedThrough: string | null, { signal }) =>
      send(api.transactions.setPeriodClose, { body: { lockedThrough, version, laboratoryId } }, { signal }),
    success: (data) => describeClosed(closedThroughIn(data, laboratoryId)),
    // The actions of entries depend on it.
    stale: (saved) => (saved ? [keyOfAll('transactions')] : []),
    onSuccess: (data) => {
      queryClient.setQueryData(queryKey, data);
      onDone();
    },
    onError: (error) => {
      const newer = newerVersionIn(PeriodCloseSchema, error);
      if (newer) queryClient.setQueryData(queryKey, newer.document);
    },
  });
}

function describeClosed(through: string | null): string {
  return through === null ? 'The books are open' : `The books are closed through ${formatDay(through)}`;
}
