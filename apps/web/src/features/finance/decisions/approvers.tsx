import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Approvers, type Role, roleLabels, type Transaction, type TransactionListItem } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { AppDialog } from '../../../ui/app-dialog';
import type { ActionDialogProps } from '../../../screens/actions/define-actions';
import { Banner } from '../../../ui/feedback/banner';
import { Skeleton } from '../../../ui/loading/skeleton';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { messageOf } from '../../../lib/api-error';
import { queryOf } from '../../../data/queries';
import { usePermission, useUser } from '../../../data/use-session';
import { withQuery } from '../../../lib/with-query';
import { approversLabel } from '../transaction.format';

/** Opens the dialog, where a screen has no menu of the entry's actions. */
export function ApproversButton({ entry }: { entry: TransactionListItem }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!entry.actions.approvers?.allowed) return null;
  return (
    <>
      <Button size="small" startIcon={<PersonSearch />} onClick={() => setIsOpen(true)} sx={{ alignSelf: 'start' }}>
        {approversLabel}
      </Button>
      {isOpen && <ApproversDialog item={entry} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type ApproversDialogProps = Pick<ActionDialogProps<TransactionListItem, Transaction>, 'item' | 'onClose'>;

/** Who can approve a waiting entry, who cannot and why, and what to do if no one can. */
export function ApproversDialog({ item, onClose }: ApproversDialogProps) {
  const request = queryOf(api.transactions.approvers, { params: { id: item._id } });
  // People and their permissions change without the entry.
  const { data, error } = useQuery({ ...request, staleTime: 0, gcTime: 0 });
  return (
    <AppDialog onClose={onClose} title={`Who can approve ${item.transactionNo}?`}>
      {data ? (
        <Answer entry={item} approvers={data} onLeave={onClose} />
      ) : error ? (
        <Banner tone="error">{messageOf(error, "Couldn't load the approvers")}</Banner>
      ) : (
        <Skeleton variant="rectangular" height={120} />
      )}
    </AppDialog>
  );
}

const groups = [
  { approval: 'final', title: 'Can approve it now' },
  { approval: 'first', title: 'Can give the first of two approvals' },
  { approval: null, title: "Can't approve it" },
] as const;

type AnswerProps = { entry: TransactionListItem; approvers: Approvers; onLeave: () => void };

function Answer({ entry, approvers: { people, obstacle }, onLeave }: AnswerProps) {
  return (
    <Stack sx={{ gap: 4 }}>
      {obstacle && (
        <Banner tone="warning">
          {obstacle.message} <RemedyLink entry={entry} remedy={obstacle.remedy} onLeave={onLeave} />
        </Banner>
      )}
      {groups.map(({ approval, title }) => (
        <Group key={title} title={title} people={people.filter((one) => one.approval === approval)} />
      ))}
    </Stack>
  );
}

function Group({ title, people }: { title: string; people: Approvers['people'] }) {
  const id = useId();
  const viewer = useUser();
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h4" component="h3">
        {title}
      </Typography>
      <Stack component="ul" sx={{ m: 0, mt: 1, pl: 5, gap: 1, overflowWrap: 'anywhere' }}>
        {people.map(({ person, role, reason }) => (
          <li key={person?._id ?? `${role} ${reason ?? ''}`}>
            {person ? `${person.name} (${person._id === viewer._id ? 'you' : roleLabels[role]})` : unnamed[role]}
            {reason !== null && (
              <Typography variant="body2" color="textSecondary">
                {reason}
              </Typography>
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
}

/** People whose names the viewer may not see. */
const unnamed: Record<Role, string> = {
  super_admin: 'A super admin',
  lab_admin: 'A lab admin',
  manager: 'A manager',
  staff: 'A staff member',
};

type RemedyLinkProps = {
  entry: TransactionListItem;
  remedy: NonNullable<Approvers['obstacle']>['remedy'];
  onLeave: () => void;
};

/** Leads to where the viewer can do something about it. */
function RemedyLink({ entry: { laboratoryId }, remedy, onLeave }: RemedyLinkProps) {
  const staff = usePermission('staff.view');
  const permissions = usePermission('permissions.edit');
  const seesPeople = remedy === 'super_admin' ? staff.scope === 'all' : staff.allowed;
  const isGranted = remedy === 'permission' && permissions.allowed;
  if (!isGranted && !seesPeople) return null;
  const inLaboratory = remedy === 'super_admin' ? {} : { laboratoryId: laboratoryId._id };
  const to = isGranted
    ? withQuery(paths.permissions, { section: 'transactions', laboratory: laboratoryId._id })
    : withQuery(paths.staff, { ...inLaboratory, status: 'active' });
  return (
    <Link component={RouterLink} to={to} onClick={onLeave}>
      {isGranted ? 'Open the permissions' : 'Show the people'}
    </Link>
  );
}
