import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { Blocker } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount } from '../../lib/format';

type BlockerListProps = {
  blockers: readonly Blocker[];
  /** The list of what is counted. */
  linkTo: (blocker: Blocker) => string | undefined;
  /** A list was opened. */
  onLeave?: () => void;
};

/** What is still open, each count linked to its list. */
export function BlockerList({ blockers, linkTo, onLeave }: BlockerListProps) {
  return (
    <Stack component="ul" sx={{ m: 0, pl: 5, gap: 1 }}>
      {blockers.map((blocker) => {
        const to = linkTo(blocker);
        const text = (
          <>
            <strong className="tabular">{formatCount(blocker.count)}</strong> {blocker.name}
          </>
        );
        return (
          <li key={blocker.name}>
            {to === undefined ? (
              text
            ) : (
              <Link component={RouterLink} to={to} onClick={onLeave}>
                {text}
              </Link>
            )}
          </li>
        );
      })}
    </Stack>
  );
}
