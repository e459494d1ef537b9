import Button from '@mui/material/Button';
import { formatMoment } from '../../lib/format';
import { Banner } from '../../ui/feedback/banner';

type RestoredProps = {
  /** When it was typed. */
  at: string;
  onDiscard: () => void;
};

/** Over a form whose input outlived a reload or an expired session. */
export function Restored({ at, onDiscard }: RestoredProps) {
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" color="inherit" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      Your changes from <time dateTime={at}>{formatMoment(at)}</time> were restored. They aren't saved yet.
    </Banner>
  );
}
