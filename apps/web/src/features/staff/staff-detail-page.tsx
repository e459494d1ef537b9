import Stack from '@mui/material/Stack';
import { type AuditEntry, roleLabels, type StaffMember } from '@shifa/contract';
import type { ReactNode } from 'react';
import { disabledReasonOf } from '../../screens/actions/define-actions';
import { BackLink } from '../../screens/back-link';
import { DetailPage, type DetailTab, type TabPage } from '../../screens/detail/detail-page';
import { useDeniedReasons } from '../../screens/actions/permission-button';
import { HistoryCard } from '../../screens/form/history-card';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { PersonActivity, useSectionsOfOthers } from './detail/person-activity';
import { PersonOverview, PersonShift } from './detail/person-overview';
import { PersonSecondFactor } from './detail/person-second-factor';
import { PersonSessions } from './detail/person-sessions';
import { hasTemporaryPassword, PasswordPendingChip, StaffStatusChip } from './staff-status';
import { staffActions } from './staff.actions';
import { useStaffFields } from './staff.fields';
import { staffResource } from './staff.resource';

type StaffDetailPageProps = {
  /** Another feature's editor of the person's permissions. */
  permissions?: (userId: string) => ReactNode;
};

/** One person: contact and work, what they do, shift, permissions, sessions and history. */
export function StaffDetailPage({ permissions }: StaffDetailPageProps) {
  const deniedReason = useDeniedReasons();
  const sections = useSectionsOfOthers();
  const tabs: (DetailTab<StaffMember> | false | undefined)[] = [
    { value: 'person', label: 'Person', content: (person) => <PersonOverview person={person} /> },
    sections.length > 0 && {
      value: 'activity',
      label: 'Activity',
      content: (person) => <PersonActivity key={person._id} person={person} sections={sections} />,
    },
    { value: 'shift', label: 'Shift', content: (person) => <PersonShift person={person} /> },
    deniedReason('permissions.view') === undefined &&
      permissions && { value: 'permissions', label: 'Permissions', content: ({ _id }) => permissions(_id) },
    deniedReason('staff.edit') === undefined && {
      value: 'sessions',
      label: 'Sessions',
      content: (person) => (
        <Stack sx={{ gap: 6 }}>
          <PersonSessions person={person} />
          {disabledReasonOf(person.actions.endSessions) === undefined && <PersonSecondFactor person={person} />}
        </Stack>
      ),
    },
    {
      value: 'history',
      label: 'History',
      content: (person, page) => <PersonHistory person={person} {...page} />,
    },
  ];
  return (
    <DetailPage
      resource={staffResource}
      actions={staffActions}
      primaryAction="edit"
      back={<BackLink to={paths.staff}>Staff</BackLink>}
      facts={(person) => (
        <>
          <StaffStatusChip status={person.status} />
          {hasTemporaryPassword(person) && <PasswordPendingChip />}
          <span>{person.employeeCode}</span>
          <span>{roleLabels[person.role]}</span>
        </>
      )}
      tabs={tabs.filter((tab) => tab !== false && tab !== undefined)}
    />
  );
}

function PersonHistory({ person, ...page }: TabPage & { person: StaffMember }) {
  const { _id, laboratoryId } = person;
  return (
    <HistoryCard
      thing="person"
      id={_id}
      route={api.staff.history}
      fields={useStaffFields().all}
      describeAction={(entry) => describeAction(entry, _id)}
      timeZone={laboratoryId?.timezone}
      {...page}
    />
  );
}

const actionsOnOthers: Record<string, string> = {
  'user.created': 'created the person',
  'user.exited': 'recorded the exit',
  'password.issued': 'issued a temporary password',
  'password.changed': 'changed the password',
  'permissions.changed': 'changed the permissions',
  'permissions.ended': 'recorded that permissions ended',
  'session.ended': 'ended one of the person’s sessions',
  'sessions.ended': 'signed the person out everywhere',
  'second-factor.reset': 'removed the second factor',
};

const ownActions: Record<string, string> = {
  'password.changed': 'chose a new password',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'sessions.ended': 'signed out of all other devices',
  'session.confirmed': 'confirmed their identity',
  'authenticator.added': 'added an authenticator app',
  'authenticator.replaced': 'replaced the authenticator app',
  'authenticator.removed': 'removed the authenticator app',
  'passkey.added': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'passkey.renamed': 'renamed a passkey',
  'recovery-codes.created': 'created recovery codes',
  'recovery-code.used': 'used a recovery code',
  'provider.linked': 'linked the account with the sign-in provider',
  'provider.unlinked': 'unlinked the account from the sign-in provider',
  'email.confirmed': 'confirmed the email address',
  'phone.confirmed': 'confirmed the phone number',
  'push.subscribed': 'turned on push notifications on a device',
  'push.unsubscribed': 'turned off push notifications on a device',
};

/** What was done, to follow the name of the person who did it. */
function describeAction({ action, changes, by }: AuditEntry, personId: string): string {
  const known = (by?._id === personId ? ownActions[action] : undefined) ?? actionsOnOthers[action];
  if (known !== undefined) return known;
  const [noun = '', verb = ''] = action.split('.');
  // `used recovery code`: what concerns the account changes nothing of the person.
  if (noun !== 'user') return `${verb} ${noun}`.replaceAll('-', ' ');
  const status = changes.find(({ field }) => field === 'status');
  if (status?.after === 'suspended') return 'suspended the person';
  if (status?.after === 'active') return status.before === 'exited' ? 'rehired the person' : 'resumed the person';
  return 'changed the person';
}
