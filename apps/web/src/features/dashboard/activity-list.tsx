import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type Activity, auditEntityLabels } from '@shifa/contract';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { DashboardExtensions, type DocumentDescription } from '../../screens/detail/dashboard-extensions';
import { useDeniedReasons } from '../../screens/actions/permission-button';
import { RelativeTime } from '../../ui/relative-time';
import { paths } from '../../config/paths';
import { capitalized } from '../../lib/format';

const ownDocuments: Record<string, DocumentDescription> = {
  laboratory: { noun: 'Laboratory', path: paths.laboratory },
  'purchase-order': { noun: 'Order', path: paths.purchaseOrder },
  supplier: { noun: 'Supplier', path: paths.supplier },
  'report-schedule': { noun: 'Report schedule', path: () => paths.reportSchedules },
};

const nouns: Partial<Record<string, string>> = auditEntityLabels;

/** Who last changed what. */
export function ActivityList({ changes }: { changes: readonly Activity[] }) {
  const documents = Object.assign(
    {},
    ownDocuments,
    ...useContext(DashboardExtensions).map((one) => one.documents),
  ) as Partial<Record<string, DocumentDescription>>;
  const deniedReason = useDeniedReasons();
  if (changes.length === 0) {
    return <Typography color="textSecondary">No recent changes.</Typography>;
  }
  return (
    <Box component="ol" sx={listStyle}>
      {changes.map(({ _id, at, by, action, entity, entityId, name, laboratory }) => {
        const document = documents[entity];
        const isLinked = document && (!document.permission || deniedReason(document.permission) === undefined);
        return (
          <li key={_id}>
            <Box sx={{ minWidth: 0 }}>
              {isLinked ? (
                <MuiLink component={Link} to={document.path(entityId)} underline="hover" sx={{ fontWeight: 500 }}>
                  {name}
                </MuiLink>
              ) : (
                name
              )}
              <Typography variant="body2" color="textSecondary" component="p">
                {[document?.noun ?? nouns[entity], laboratory?.code].filter(Boolean).join(' · ')}
              </Typography>
            </Box>
            <Box sx={{ textAlign: 'right', flexShrink: 0, maxWidth: '60%' }}>
              <Typography variant="body2" component="p">
                {describedAction(action, document)} by {by ?? 'the system'}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="p">
                <RelativeTime instant={at} />
              </Typography>
            </Box>
          </li>
        );
      })}
    </Box>
  );
}

/** `Expiry passed` for `inventory.expiry-passed`: most actions are named by what happened. */
function describedAction(action: string, document: DocumentDescription | undefined): string {
  const name = action.slice(action.indexOf('.') + 1);
  const words = document?.actions?.[name] ?? name.replaceAll('-', ' ');
  return capitalized(words);
}

const listStyle = {
  listStyle: 'none',
  p: 0,
  m: 0,
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 4, py: 2 },
  '& li + li': { borderTop: 1, borderColor: 'divider' },
};
