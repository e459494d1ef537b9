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

type RestoredDraftProps = {
  draft: { restoredAt: string | undefined; discard: () => void };
  /** What it said of the discarded content goes as well. */
  write: { reset: () => void };
};

/** Over a form with a drafted state. */
export function RestoredDraft({ draft: { restoredAt, discard }, write }: RestoredDraftProps) {
  if (restoredAt === undefined) return null;
  return (
    <Restored
      at={restoredAt}
      onDiscard={() => {
        discard();
        write.reset();
      }}
    />
  );
}
