import Box from '@mui/material/Box';
import { type BulkResult, PermissionSchema, ResolvedPermissionSchema } from '@shifa/contract';
import { BulkResults } from '../../../components/bulk-results';
import { permissionLabel } from '../../../lib/permission-label';
import { outcomeWords, sourceLabels } from '../permission-outcome';

/** Per person: which permission, before and after, or what stands in the way. */
export function BulkPreview({ results }: { results: readonly BulkResult[] }) {
  return (
    <BulkResults
      results={results}
      describe={(changes) => changes.map((change) => <Change key={change.field} change={change} />)}
    />
  );
}

function Change({ change }: { change: BulkResult['changes'][number] }) {
  const permission = PermissionSchema.safeParse(change.field);
  if (!permission.success) return null;
  return (
    <Box sx={changeStyle}>
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

const changeStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
  columnGap: 4,
  mt: 1,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '& .after': { color: 'text.primary', fontWeight: 500 },
};
