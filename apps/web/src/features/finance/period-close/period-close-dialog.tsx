import Lock from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { BusinessDaySchema, type PeriodClose, PeriodCloseSchema } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { ErrorState } from '../../../components/error-state';
import { Field } from '../../../components/form/field';
import { Skeleton } from '../../../components/loading/skeleton';
import { useDeniedReason } from '../../../components/permission-button';
import { RelativeTime } from '../../../components/relative-time';
import { newerVersionIn } from '../../../components/versions/newer-version-in';
import { paths } from '../../../config/paths';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { keyOfAll, send } from '../../../lib/queries';
import { useStoppable } from '../../../lib/use-stoppable';
import { useFinanceToday } from '../period/finance-period';
import { periodClose } from '../transaction.resource';
import { PendingBeforeClose } from './pending-before-close';

/** The last closed day, the person who set it, and a form for those who can change it. */
export function PeriodCloseDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const reason = useDeniedReason('transactions.lock');
  const query = useQuery(periodClose);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Closed books</DialogTitle>
      {query.data ? (
        <>
          <DialogContent>
            <Stack sx={{ gap: 4 }}>
              <CurrentState close={query.data} />
              <Link component={RouterLink} to={paths.monthEnd} onClick={onClose}>
                What to settle before a month is closed
              </Link>
              {reason !== undefined && (
                <Typography variant="body2" color="textSecondary">
                  {reason}
                </Typography>
              )}
            </Stack>
          </DialogContent>
          {reason === undefined ? (
            <PeriodCloseForm key={query.data.version} close={query.data} onClose={onClose} />
          ) : (
            <DialogActions>
              <Button variant="outlined" color="inherit" autoFocus onClick={onClose}>
                Close
              </Button>
            </DialogActions>
          )}
        </>
      ) : (
        <DialogContent>
          {query.error ? (
            <ErrorState
              title="The closed period could not be loaded"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Skeleton height={48} variant="rectangular" />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

function CurrentState({ close: { lockedThrough, updatedBy, updatedAt } }: { close: PeriodClose }) {
  return (
    <div>
      <Typography>
        {lockedThrough === null
          ? 'No period is closed: entries can be posted for any past day.'
          : `The books are closed through ${formatDay(lockedThrough, 'long')}. Only a super admin can post on or before that day, and such entries are listed as exceptions.`}
      </Typography>
      {updatedAt !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {updatedBy === null ? 'Set' : `Set by ${updatedBy}`} <RelativeTime instant={updatedAt} />
        </Typography>
      )}
    </div>
  );
}

/** States the last closed day, if any. */
export function PeriodCloseNote() {
  const { data } = useQuery(periodClose);
  if (!data || data.lockedThrough === null) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 6, display: 'flex', alignItems: 'center', gap: 2 }}>
      <Lock sx={{ fontSize: 16 }} />
      The books are closed through {formatDay(data.lockedThrough, 'long')}.
    </Typography>
  );
}

type PeriodCloseFormProps = { close: PeriodClose; onClose: () => void };

/** Changes the last closed day, after a question. */
function PeriodCloseForm({ close, onClose }: PeriodCloseFormProps) {
  const today = useFinanceToday();
  const [day, setDay] = useState(close.lockedThrough ?? '');
  const [asked, ask] = useState<{ through: string | null }>();
  const [fault, setFault] = useState<string>();
  const set = useSetPeriodClose(close, onClose);

  const submit = () => {
    const wrong = faultOf(day, today, close);
    setFault(wrong);
    if (wrong === undefined) ask({ through: day });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogContent sx={{ pt: 0 }}>
        <Field label="Close the books through" help="This day is included." error={fault}>
          {(a11y) => (
            <OutlinedInput
              {...a11y}
              type="date"
              fullWidth
              inputProps={{ max: today }}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
      </DialogContent>
      <DialogActions>
        {close.lockedThrough !== null && (
          <Button color="inherit" sx={{ mr: 'auto' }} onClick={() => ask({ through: null })}>
            Reopen all
          </Button>
        )}
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained">
          Close books
        </Button>
      </DialogActions>
      {asked && (
        <ConfirmPeriodClose
          close={close}
          through={asked.through}
          pending={set.isPending}
          error={set.error}
          onLeave={onClose}
          onConfirm={() => set.mutate(asked.through)}
          onStop={set.stop}
          onCancel={() => {
            set.reset();
            ask(undefined);
          }}
        />
      )}
    </form>
  );
}

function faultOf(day: string, today: string, { lockedThrough }: PeriodClose): string | undefined {
  if (!BusinessDaySchema.safeParse(day).success) return 'Choose the last day to close';
  if (day > today) return `Must not be after ${formatDay(today)}`;
  return day === lockedThrough ? 'The books are already closed through this day' : undefined;
}

type ConfirmPeriodCloseProps = {
  close: PeriodClose;
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
function ConfirmPeriodClose({
  close: { lockedThrough },
  through,
  pending,
  error,
  onConfirm,
  onStop,
  onCancel,
  onLeave,
}: ConfirmPeriodCloseProps) {
  const opens = lockedThrough !== null && (through === null || through < lockedThrough);
  const outcome =
    through === null
      ? 'No period will be closed.'
      : `Only a super admin will be able to post on or before ${formatDay(through, 'long')}.`;
  return (
    <ConfirmDialog
      open
      title={opens ? 'Reopen the books' : 'Close books'}
      verb={opens ? 'Reopen' : 'Close books'}
      destructive={opens}
      pending={pending}
      error={error ? messageOf(error) : undefined}
      onConfirm={onConfirm}
      onStop={onStop}
      onCancel={onCancel}
    >
      <Stack sx={{ gap: 3 }}>
        <div>
          {opens &&
            `Entries can be posted again to the days ${openedDays(lockedThrough, through)}, and reported totals may change. `}
          {outcome} This covers all laboratories.
        </div>
        {through !== null && !opens && (
          <PendingBeforeClose through={through} closedThrough={lockedThrough} onLeave={onLeave} />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

function openedDays(lockedThrough: string, through: string | null): string {
  const last = formatDay(lockedThrough, 'long');
  return through === null ? `through ${last}` : `after ${formatDay(through, 'long')} and through ${last}`;
}

/** Sets the last closed day, unless somebody else has changed it since; then their change is shown. */
function useSetPeriodClose(close: PeriodClose, onDone: () => void) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const { queryKey } = periodClose;
  const stoppable = useStoppable();
  const set = useMutation({
    mutationFn: (lockedThrough: string | null) =>
      stoppable.run((signal) =>
        send(api.transactions.setPeriodClose, {
          body: { lockedThrough, version: close.version },
          fetchOptions: { signal },
        }),
      ),
    onSuccess: async (data) => {
      queryClient.setQueryData(queryKey, data);
      enqueueSnackbar(
        data.lockedThrough === null
          ? 'The books are open'
          : `The books are closed through ${formatDay(data.lockedThrough)}`,
        { variant: 'success' },
      );
      onDone();
      // The actions of entries depend on it.
      await queryClient.invalidateQueries({ queryKey: keyOfAll('transactions') });
    },
    onError: (error) => {
      const newer = newerVersionIn(PeriodCloseSchema, error);
      if (!newer) return;
      enqueueSnackbar(`${messageOf(error)}. The current setting is now shown.`, { variant: 'warning' });
      queryClient.setQueryData(queryKey, newer.document);
    },
  });
  return { ...set, stop: stoppable.stop };
}
