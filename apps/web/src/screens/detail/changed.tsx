import Typography from '@mui/material/Typography';
import { formatDate } from '../../lib/format';
import { RelativeTime } from '../../ui/relative-time';

type ChangedProps = {
  of: { createdAt: string; updatedAt: string; updatedBy: string | null };
  timeZone?: string;
};

/** When a document was created, and who changed it last. */
export function Changed({ of: { createdAt, updatedAt, updatedBy }, timeZone }: ChangedProps) {
  const changed = <RelativeTime instant={updatedAt} timeZone={timeZone} />;
  return (
    <Typography variant="body2" color="textSecondary">
      Created {formatDate(createdAt)} ·{' '}
      {updatedBy ? (
        <>
          Changed {changed} by {updatedBy}
        </>
      ) : (
        <>Changed {changed}</>
      )}
    </Typography>
  );
}
