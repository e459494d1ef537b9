import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Badge from '@mui/icons-material/BadgeOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { actsFor, type Role } from '@shifa/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Facts } from '../../ui/facts';
import { PageHeader } from '../../ui/page-header';
import { PersonAvatar } from '../../ui/person-avatar';
import { RelativeTime } from '../../ui/relative-time';
import { SectionCard } from '../../ui/section-card';
import { StatusChip } from '../../ui/status-chip';
import { paths } from '../../config/paths';
import { formatDate } from '../../lib/format';
import type { SignedInUser } from '../../data/session';
import { useUser } from '../../data/use-session';
import { ChangePasswordDialog } from './change-password-dialog';
import { SessionsCard } from './sessions-card';

/** The specification's four: super_admin, admin, staff, and any other. */
const roleTones = {
  super_admin: 'accent',
  lab_admin: 'primary',
  manager: 'neutral',
  staff: 'info',
} as const satisfies Record<Role, string>;

/** The signed-in person's data, password and sessions. */
export function ProfilePage() {
  const user = useUser();
  const laboratory = user.laboratoryId;
  return (
    <>
      <PageHeader title="My Profile" />
      <Box sx={columns}>
        <PersonCard user={user} />
        <Stack sx={{ gap: 6, minWidth: 0 }}>
          <SectionCard title="Personal Information">
            <Facts
              facts={[
                { label: 'Full Name', value: user.name || 'Not provided' },
                { label: 'Email', value: user.email || 'Not provided' },
                { label: 'Phone', value: user.phone || 'Not provided' },
                { label: 'Department', value: user.department || 'Not assigned' },
              ]}
            />
          </SectionCard>
          {laboratory && (
            <SectionCard title="Laboratory Information">
              <Facts
                facts={[
                  { label: 'Name', value: laboratory.name || 'Not provided' },
                  ...(laboratory.contact.phone ? [{ label: 'Contact phone', value: laboratory.contact.phone }] : []),
                  {
                    label: 'Address',
                    value:
                      [laboratory.location.address, laboratory.location.city].filter(Boolean).join(', ') ||
                      'Not provided',
                  },
                ]}
              />
            </SectionCard>
          )}
          <SectionCard title="Account Activity">
            <Facts
              facts={[
                { label: 'Account Created', value: formatDate(user.createdAt, 'long') },
                ...(user.lastLogin ? [{ label: 'Last Login', value: <RelativeTime instant={user.lastLogin} /> }] : []),
              ]}
            />
          </SectionCard>
          <SessionsCard />
        </Stack>
      </Box>
    </>
  );
}

function PersonCard({ user }: { user: SignedInUser }) {
  const [changing, setChanging] = useState(false);
  return (
    <Card component="section" aria-label="You" sx={{ p: 5 }}>
      <Stack
        sx={{
          alignItems: 'center',
          textAlign: 'center',
          gap: 2,
          '& > *': { maxWidth: '100%', overflowWrap: 'anywhere' },
        }}
      >
        <PersonAvatar name={user.name} picture={user.avatar} size={80} />
        <Typography variant="h2" sx={{ mt: 2 }}>
          {user.name}
        </Typography>
        <Typography color="textSecondary">{user.email}</Typography>
        <RoleBadge user={user} />
        {user.deputyOf.map((absent) => (
          <Typography key={absent._id} variant="body2" color="textSecondary">
            {actsFor(absent, 'You act for')}
          </Typography>
        ))}
      </Stack>
      <Stack sx={{ gap: 4, my: 5, pt: 5, borderTop: 1, borderColor: 'divider' }}>
        <Facts
          facts={[
            { label: 'Status', value: <StatusChip tone="success" icon={<CheckCircle />} label="Active" /> },
            ...(user.laboratoryId?.name ? [{ label: 'Laboratory', value: user.laboratoryId.name }] : []),
            { label: 'Member Since', value: formatDate(user.createdAt, 'long') },
          ]}
        />
      </Stack>
      <Button variant="outlined" color="inherit" fullWidth onClick={() => setChanging(true)}>
        Change Password
      </Button>
      <Button component={Link} to={paths.ownPermissions} variant="outlined" color="inherit" fullWidth sx={{ mt: 3 }}>
        My permissions
      </Button>
      <ChangePasswordDialog open={changing} onClose={() => setChanging(false)} />
    </Card>
  );
}

function RoleBadge({ user: { role, otherRole } }: { user: SignedInUser }) {
  const tone = otherRole === undefined || otherRole === 'admin' ? roleTones[role] : 'neutral';
  return <StatusChip tone={tone} icon={<Badge />} label={(otherRole ?? role).replaceAll('_', ' ').toUpperCase()} />;
}

const columns = {
  display: 'grid',
  gap: 6,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr', lg: '320px 1fr' },
};
