import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { labelledStructure, type OwnPermission, type OwnPermissions, roleLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BackLink } from '../../screens/back-link';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { PageHeader } from '../../ui/page-header';
import { SectionCard } from '../../ui/section-card';
import { paths } from '../../config/paths';
import { formatDate } from '../../lib/format';
import { useUser } from '../../data/use-session';
import { PermissionOutcome } from './permission-outcome';
import { permissionQueries } from './permission.queries';

/** What the signed-in person may do, why, and who gave them what their role does not. */
export function OwnPermissionsPage() {
  const { role } = useUser();
  const query = useQuery(permissionQueries.mine);
  return (
    <>
      <PageHeader
        title="My permissions"
        subtitle={roleLabels[role]}
        back={<BackLink to={paths.profile}>My Profile</BackLink>}
      />
      {!query.data && <NotLoaded query={query} what="your permissions" skeleton={320} />}
      {query.data && <Resources permissions={query.data.permissions} />}
    </>
  );
}

function Resources({ permissions }: OwnPermissions) {
  const [showsAll, setShowsAll] = useState(false);
  const sections = labelledStructure.resources
    .map(({ resource, label, actions }) => ({
      resource,
      label,
      lines: actions
        .map((action) => ({ ...action, own: permissions[action.permission] }))
        .filter(({ own }) => showsAll || own.allowed || own.source === 'override'),
    }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <Stack sx={{ gap: 4 }}>
      <FormControlLabel
        control={<Switch checked={showsAll} onChange={(_, checked) => setShowsAll(checked)} />}
        label="Show permissions I don't have"
      />
      {sections.map(({ resource, label, lines }) => (
        <SectionCard key={resource} title={label}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {lines.map(({ permission, label: action, own }) => (
              <PermissionItem key={permission} label={action} own={own} />
            ))}
          </Box>
        </SectionCard>
      ))}
    </Stack>
  );
}

function PermissionItem({ label, own }: { label: string; own: OwnPermission }) {
  const { reason, given } = own;
  return (
    <Box component="li" sx={itemStyle}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 500 }}>{label}</Typography>
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
        {given && (
          <Typography variant="body2" color="textSecondary">
            {given.by ?? 'The system'}, {formatDate(given.at)}
          </Typography>
        )}
      </Box>
      <PermissionOutcome {...own} />
    </Box>
  );
}

const itemStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  py: 3,
  '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
  '&:last-of-type': { pb: 0 },
};
