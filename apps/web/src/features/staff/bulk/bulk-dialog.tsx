import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { StaffBulkBody } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Banner } from '../../../components/banner';
import { ErrorState } from '../../../components/error-state';
import { Field } from '../../../components/form/field';
import { Skeleton } from '../../../components/loading/skeleton';
import { formatCount } from '../../../lib/format';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { StaffBulkResults } from './staff-bulk-results';
import { useBulk } from './use-bulk';

type BulkDialogProps = {
  action: StaffBulkBody['action'];
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
};

const words = {
  suspend: { title: 'Suspend people', verb: 'Suspend', says: 'They are signed out everywhere at once.' },
  resume: { title: 'Resume people', verb: 'Resume', says: 'They can sign in again with the same password.' },
  move: { title: 'Move people', verb: 'Move', says: 'They see the new laboratory from their next request on.' },
} as const;

/** `1 person`, `12 people` */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${formatCount(count)} people`;
}

/** Shows what a change of many would do to each, and does it to all of them or to none. */
export function BulkDialog({ action, ids, onClose, onDone }: BulkDialogProps) {
  const id = useId();
  const bulk = useBulk({ action, ids, onDone });
  const { title, verb, says } = words[action];
  const { results, faulty, changing } = bulk;
  return (
    <Dialog open onClose={bulk.applying ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          {action === 'move' && <LaboratoryChoice value={bulk.laboratoryId} onChange={bulk.moveTo} />}
          {bulk.error && <ErrorState title="The preview could not be made" error={bulk.error} onRetry={bulk.preview} />}
          {bulk.loading && <Skeleton variant="rectangular" height={120} />}
          {results && (
            <>
              <Typography>
                {changing.length === 0
                  ? 'Nobody would change.'
                  : `${peopleWords(changing.length)} would change. ${says}`}
              </Typography>
              {faulty.length > 0 && (
                <Banner
                  tone="warning"
                  action={
                    faulty.length < results.length && (
                      <Button size="small" color="inherit" onClick={bulk.leaveOutFaulty}>
                        Leave out
                      </Button>
                    )
                  }
                >
                  {peopleWords(faulty.length)} cannot be changed, so nobody is yet.
                </Banner>
              )}
              <StaffBulkResults results={results} />
            </>
          )}
          {bulk.refusal && <Banner tone="error">{bulk.refusal}</Banner>}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" autoFocus disabled={bulk.applying} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={!results || faulty.length > 0 || changing.length === 0}
          loading={bulk.applying}
          onClick={bulk.apply}
        >
          {changing.length === 0 ? verb : `${verb} ${peopleWords(changing.length)}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function LaboratoryChoice({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const { data = [] } = useQuery(laboratoryOptions);
  return (
    <Field label="Move to">
      {({ id, error, ...described }) => (
        <Select
          fullWidth
          displayEmpty
          error={error}
          labelId={`${id}-label`}
          SelectDisplayProps={{ id }}
          inputProps={described}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          renderValue={(chosen) => data.find(({ _id }) => _id === chosen)?.name ?? 'Choose a laboratory'}
        >
          {data.map(({ _id, name }) => (
            <MenuItem key={_id} value={_id}>
              {name}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  );
}
