import Lock from '@mui/icons-material/LockOutlined';
import Typography from '@mui/material/Typography';
import { closedThroughIn, plural } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/format';
import { useUser } from '../../../data/use-session';
import { periodClose } from '../transaction.resource';

type PeriodCloseNoteProps = {
  /** By default the viewer's own or, without one, the whole network. */
  laboratoryId?: string | undefined;
};

/** States the last closed day, if any, and whether it is that of the network or of the laboratory by itself. */
export function PeriodCloseNote({ laboratoryId }: PeriodCloseNoteProps) {
  const own = useUser().laboratoryId?._id;
  const { data } = useQuery(periodClose);
  if (!data) return null;
  const asked = laboratoryId ?? own;
  const through = closedThroughIn(data, asked);
  const further =
    asked === undefined ? data.laboratories.filter(({ lockedThrough }) => isLater(lockedThrough, through)) : [];
  if (through === null && further.length === 0) return null;
  const whose = asked === undefined || through === data.lockedThrough ? 'of all laboratories' : 'of this laboratory';
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 6, display: 'flex', alignItems: 'center', gap: 2 }}>
      <Lock sx={{ fontSize: 16 }} />
      <span>
        {through !== null && `The books ${whose} are closed through ${formatDay(through, 'long')}.`}
        {further.length > 0 &&
          ` ${plural(further.length, '1 laboratory is', `${further.length} laboratories are`)} closed further.`}
      </span>
    </Typography>
  );
}

function isLater(day: string | null, than: string | null): boolean {
  return day !== null && (than === null || day > than);
}
