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
      What you typed until <time dateTime={at}>{formatMoment(at)}</time> was restored. It is not saved yet.
    </Banner>
  );
}
