import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Role, type RolePermissions, roleLabels, roles } from '@shifa/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { visuallyHidden } from '../../ui/visually-hidden';
import { formatOutcome } from './permission-outcome';
import { permissionQueries } from './permission.queries';

/** The default permissions of each role, also for printing. */
export function RoleOverview() {
  const structure = useQuery(permissionQueries.structure);
  const answers = useQueries({ queries: roles.map((role) => permissionQueries.role(role)) });
  const [shown, setShown] = useState<Role>('manager');
  const columns = answers.flatMap(({ data }) => data ?? []);
  const error = structure.error ?? answers.find((answer) => answer.error)?.error;
  if (!structure.data || columns.length < roles.length) {
    const refetch = () => Promise.all([structure.refetch(), ...answers.map((answer) => answer.refetch())]);
    return <NotLoaded query={{ error, refetch }} what="the roles" skeleton={480} />;
  }
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 4, mb: 4, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography color="textSecondary" sx={{ flex: '1 1 320px', maxWidth: 640 }}>
          The permissions of each role and their scope. Overrides are shown with each person.
        </Typography>
        <Button
          className="not-printed"
          variant="outlined"
          color="inherit"
          startIcon={<Print />}
          onClick={() => window.print()}
          sx={{ ml: { sm: 'auto' } }}
        >
          Print
        </Button>
      </Stack>
      <Box className="not-printed" sx={{ display: { sm: 'none' }, mb: 3, overflowX: 'auto' }}>
        <SegmentedChoice
          label="Role"
          segments={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
          value={shown}
          onChange={setShown}
        />
      </Box>
      <Box sx={tableStyle}>
        <table>
          <caption>Permissions by role</caption>
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {columns.map(({ role, label }) => (
                <th key={role} scope="col" data-shown={role === shown}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {structure.data.resources.map(({ resource, label, actions }) => (
              <Fragment key={resource}>
                <tr className="section">
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {label}
                  </th>
                </tr>
                {actions.map(({ permission, label: action }) => (
                  <tr key={permission}>
                    <th scope="row">{action}</th>
                    {columns.map((column) => (
                      <RoleCell
                        key={column.role}
                        column={column}
                        permission={permission}
                        shown={column.role === shown}
                      />
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </Box>
    </>
  );
}

type RoleCellProps = { column: RolePermissions; permission: keyof RolePermissions['permissions']; shown: boolean };

function RoleCell({ column, permission, shown }: RoleCellProps) {
  const resolved = column.permissions[permission];
  return (
    <td data-shown={shown} data-allowed={resolved.allowed}>
      {resolved.allowed ? formatOutcome(resolved) : <span aria-label="Not allowed">–</span>}
    </td>
  );
}

const tableStyle = (theme: Theme) => ({
  overflowX: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: '12px',
  backgroundColor: theme.vars.palette.background.paper,
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '0.8125rem' },
  '& caption': visuallyHidden,
  '& th, & td': { padding: '9px 16px', textAlign: 'left', fontWeight: 400 },
  '& thead th': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}`, breakInside: 'avoid' },
  '& .section th': { paddingTop: '16px', fontSize: '0.875rem', fontWeight: 600 },
  '& td[data-allowed=false]': { color: theme.vars.palette.text.secondary },
  // A phone has room for one role, paper for all.
  '@media screen and (max-width: 599.95px)': { '& [data-shown=false]': { display: 'none' } },
  '@media print': { border: 0, overflow: 'visible', '& th, & td': { padding: '4px 8px' } },
});
