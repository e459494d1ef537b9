import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Permission, UserPermissionsRow } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Banner } from '../../../components/banner';
import { Skeleton } from '../../../components/loading/skeleton';
import { SegmentedChoice } from '../../../components/segmented-choice';
import { messageOf } from '../../../lib/api-error';
import { permissionLabel } from '../../../lib/permission-label';
import { type Choice, overrideOf } from '../permission-draft';
import { permissionQueries } from '../permission.queries';
import { BulkPreview } from './bulk-preview';
import { useBulkChange } from './use-bulk-change';

const segments = [
  { value: 'allow', label: 'Allow', tone: 'success' },
  { value: 'deny', label: 'Deny', tone: 'error' },
  { value: 'inherit', label: 'Inherit' },
] as const;

type BulkChangeProps = {
  people: readonly UserPermissionsRow[];
  permissions: readonly Permission[];
  onLeaveOut: (ids: string[]) => void;
  onDone: () => void;
  onClose: () => void;
};

/** Gives, takes or returns the chosen permissions of the chosen people as one, after showing what that would do. */
export function BulkChange({ people, permissions, onLeaveOut, onDone, onClose }: BulkChangeProps) {
  const id = useId();
  const [choice, setChoice] = useState<Choice>('allow');
  const change = Object.fromEntries(permissions.map((permission) => [permission, overrideOf(choice)]));
  const updates = people.map(({ user }) => ({ userId: user._id, permissions: change }));
  const preview = useQuery({ ...permissionQueries.preview(updates), enabled: people.length > 0 });
  const apply = useBulkChange(updates, onDone);

  const results = apply.refused ?? preview.data?.results ?? [];
  const faulty = results.filter(({ fault }) => fault !== null);
  const changing = results.filter(({ changes, fault }) => fault === null && changes.length > 0).length;
  const error = apply.error ?? preview.error;
  return (
    <Dialog open onClose={apply.pending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Change permissions</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Typography color="textSecondary">
            {people.length === 1 ? people[0]?.user.name : `${people.length} people`} ·{' '}
            {permissions.length === 1 ? permissions.map(permissionLabel) : `${permissions.length} permissions`}
          </Typography>
          <SegmentedChoice label="Change to" segments={segments} value={choice} onChange={setChoice} />
          {error && <Banner tone="error">{messageOf(error)}</Banner>}
          {faulty.length > 0 && (
            <Banner tone="warning">
              {faulty.length === 1 ? 'One person' : `${faulty.length} people`} cannot be changed, and the change is made
              for all or for nobody.{' '}
              {faulty.length < people.length && (
                <Button size="small" color="inherit" onClick={() => onLeaveOut(faulty.map(({ _id }) => _id))}>
                  Leave {faulty.length === 1 ? 'this person' : 'them'} out
                </Button>
              )}
            </Banner>
          )}
          {preview.isPending ? <Skeleton variant="rectangular" height={120} /> : <BulkPreview results={results} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Typography variant="body2" color="textSecondary" className="tabular" role="status" sx={{ mr: 'auto', pl: 4 }}>
          {preview.data && (changing === 0 ? 'Nothing would change' : `${changing} of ${people.length} would change`)}
        </Typography>
        <Button variant="outlined" color="inherit" disabled={apply.pending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          loading={apply.pending}
          disabled={!preview.data || preview.isFetching || faulty.length > 0 || changing === 0}
          onClick={apply.run}
        >
          Apply
        </Button>
      </DialogActions>
    </Dialog>
  );
}
