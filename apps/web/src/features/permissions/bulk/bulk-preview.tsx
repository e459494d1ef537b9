import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type BulkResult, PermissionSchema, ResolvedPermissionSchema } from '@shifa/contract';
import { permissionLabel } from '../../../lib/permission-words';
import { outcomeWords, sourceLabels } from '../permission-outcome';

/** Per person: which permission, before and after, or what stands in the way. */
export function BulkPreview({ results }: { results: readonly BulkResult[] }) {
  return (
    <Box component="ul" aria-label="What would change" sx={listStyle}>
      {results.map(({ _id, name, changes, fault }) => (
        <li key={_id}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
          {fault ? (
            <Typography variant="body2" color="error">
              {fault.message}
            </Typography>
          ) : changes.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              Stays as it is
            </Typography>
          ) : (
            changes.map((change) => <Change key={change.field} change={change} />)
          )}
        </li>
      ))}
    </Box>
  );
}

function Change({ change }: { change: BulkResult['changes'][number] }) {
  const permission = PermissionSchema.safeParse(change.field);
  if (!permission.success) return null;
  return (
    <Box className="change">
      <span>{permissionLabel(permission.data)}</span>
      <span>
        {wordsOf(change.before)} <span aria-label="becomes">→</span>{' '}
        <span className="after">{wordsOf(change.after)}</span>
      </span>
    </Box>
  );
}

/** `Own laboratory (override)` */
function wordsOf(value: unknown): string {
  const resolved = ResolvedPermissionSchema.safeParse(value);
  if (!resolved.success) return 'Unknown';
  return `${outcomeWords(resolved.data)} (${sourceLabels[resolved.data.source].toLowerCase()})`;
}

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 320,
  overflowY: 'auto',
  '& li': { py: 2, borderTop: 1, borderColor: 'divider' },
  '& .change': {
    display: 'grid',
    gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
    columnGap: 4,
    mt: 1,
    fontSize: '0.8125rem',
    color: 'text.secondary',
  },
  '& .after': { color: 'text.primary', fontWeight: 500 },
};
