import Lock from '@mui/icons-material/LockOutlined';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/format';
import { transactionQueries } from '../transaction.queries';

/** Says through which day the books are closed; nothing where none are. */
export function PeriodLockNote() {
  const { data } = useQuery(transactionQueries.periodClose);
  if (!data || data.lockedThrough === null) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 6, display: 'flex', alignItems: 'center', gap: 2 }}>
      <Lock sx={{ fontSize: 16 }} />
      The books are closed through {formatDay(data.lockedThrough, 'long')}.
    </Typography>
  );
}
