import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { overrideAt, permissions, roleLabels, type UserPermissionsRow, plural } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { PersonAvatar } from '../../../ui/person-avatar';
import { paths } from '../../../config/paths';

/** The people of a laboratory on a phone, each with a summary and a link to all permissions. */
export function PeopleList({ rows }: { rows: readonly UserPermissionsRow[] }) {
  return (
    <Stack component="ul" aria-label="People" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Card key={row.user._id} component="li">
          <CardActionArea component={Link} to={paths.personPermissions(row.user._id)} sx={{ p: 4 }}>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
              <PersonAvatar name={row.user.name} />
              <Stack sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{row.user.name}</Typography>
                <Typography variant="body2" color="textSecondary" className="tabular">
                  {roleLabels[row.user.role]} · {summaryOf(row)}
                </Typography>
              </Stack>
            </Stack>
          </CardActionArea>
        </Card>
      ))}
    </Stack>
  );
}

/** `23 of 53 allowed · 2 overrides · acts as deputy` */
function summaryOf({ permissions: resolved, overrides }: UserPermissionsRow): string {
  const now = new Date();
  const allowed = permissions.filter((permission) => resolved[permission].allowed).length;
  const overridden = permissions.filter((permission) => overrideAt(overrides, permission, now)).length;
  const overrideCount = overridden === 0 ? 'no override' : plural(overridden, '1 override', `${overridden} overrides`);
  const isDeputy = permissions.some((permission) => resolved[permission].source === 'deputy');
  const facts = [`${allowed} of ${permissions.length} allowed`, overrideCount];
  return [...facts, ...(isDeputy ? ['acts as deputy'] : [])].join(' · ');
}
