import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import OutlinedInput from '@mui/material/OutlinedInput';
import { BusinessDaySchema, type PeriodClose, PeriodCloseSchema } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { Field } from '../../../components/form/field';
import { newerVersionIn } from '../../../components/versions/newer-version-in';
import { api, bodyOf } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { useFinanceToday } from '../period/use-finance-today';
import { transactionQueries } from '../transaction.queries';

type PeriodLockFormProps = { lock: PeriodClose; onClose: () => void };

/** The last day that is to be closed; to set it, and more so to open days again, is asked about first. */
export function PeriodLockForm({ lock, onClose }: PeriodLockFormProps) {
  const today = useFinanceToday();
  const [day, setDay] = useState(lock.lockedThrough ?? '');
  const [asked, ask] = useState<{ through: string | null }>();
  const [fault, setFault] = useState<string>();
  const set = useSetPeriodLock(lock, onClose);

  const submit = () => {
    const wrong = faultOf(day, today, lock);
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
        <Field label="Close the books through" help="The day itself is closed too." error={fault}>
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
        {lock.lockedThrough !== null && (
          <Button color="inherit" sx={{ mr: 'auto' }} onClick={() => ask({ through: null })}>
            Open all
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
        <ConfirmLock
          lock={lock}
          through={asked.through}
          pending={set.isPending}
          error={set.error}
          onConfirm={() => set.mutate(asked.through)}
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
  if (!BusinessDaySchema.safeParse(day).success) return 'Choose the last day that is to be closed';
  if (day > today) return `Must be ${formatDay(today)} at the latest`;
  return day === lockedThrough ? 'The books are closed through this day already' : undefined;
}

type ConfirmLockProps = {
  lock: PeriodClose;
  through: string | null;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Opening days again lets their totals change, which is said before it is done. */
function ConfirmLock({ lock: { lockedThrough }, through, pending, error, onConfirm, onCancel }: ConfirmLockProps) {
  const opens = lockedThrough !== null && (through === null || through < lockedThrough);
  const outcome =
    through === null
      ? 'Nothing stays closed.'
      : `Nobody but a super admin posts on or before ${formatDay(through, 'long')} any more.`;
  return (
    <ConfirmDialog
      open
      title={opens ? 'Open closed books' : 'Close books'}
      verb={opens ? 'Open' : 'Close books'}
      destructive={opens}
      pending={pending}
      error={error ? messageOf(error) : undefined}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {opens &&
        `The days ${openedDays(lockedThrough, through)} take entries again, and totals that were reported may change. `}
      {outcome}
    </ConfirmDialog>
  );
}

function openedDays(lockedThrough: string, through: string | null): string {
  const last = formatDay(lockedThrough, 'long');
  return through === null ? `through ${last}` : `after ${formatDay(through, 'long')} and through ${last}`;
}

/** Sets the day on the version that was read; whoever was quicker is shown instead. */
function useSetPeriodLock(lock: PeriodClose, onDone: () => void) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const { queryKey } = transactionQueries.periodClose;
  return useMutation({
    mutationFn: (lockedThrough: string | null) =>
      bodyOf(api.transactions.setPeriodClose.mutate({ body: { lockedThrough, version: lock.version } })),
    onSuccess: async ({ data }) => {
      queryClient.setQueryData(queryKey, data);
      enqueueSnackbar(
        data.lockedThrough === null
          ? 'The books are open'
          : `The books are closed through ${formatDay(data.lockedThrough)}`,
        { variant: 'success' },
      );
      onDone();
      // What may still be changed depends on it.
      await queryClient.invalidateQueries({ queryKey: transactionQueries.all });
    },
    onError: (error) => {
      const newer = newerVersionIn(PeriodCloseSchema, error);
      if (!newer) return;
      enqueueSnackbar(`${messageOf(error)}. What is set now is shown.`, { variant: 'warning' });
      queryClient.setQueryData(queryKey, newer.document);
    },
  });
}
