import Typography from '@mui/material/Typography';
import type { TransactionListItem } from '@shifa/contract';
import { RelativeTime } from '../../ui/relative-time';

/** Who rejected an entry and why, in the words of that person. */
export function Rejection({
  rejection: { reason, by, at },
}: {
  rejection: NonNullable<TransactionListItem['rejection']>;
}) {
  return (
    <Typography component="div" variant="body2" sx={rejectionStyle}>
      Rejected by {by.name}, <RelativeTime instant={at} />: {reason}
    </Typography>
  );
}

const rejectionStyle = {
  mt: 1,
  pl: 2,
  borderLeft: 2,
  borderColor: 'error.main',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
};
