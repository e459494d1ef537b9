import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Change } from '../../data/queries';
import { useUser } from '../../data/use-session';
import { Banner } from '../../ui/feedback/banner';
import { RelativeTime } from '../../ui/relative-time';

/** Of a form whose document someone else has saved meanwhile. */
export const KEPT_CHANGES = 'Your changes are kept, but not saved yet.';

type NewerVersionProps = {
  change: Change;
  /** What they did, after their name. */
  action?: string;
  loading: boolean;
  onLoad: () => void;
};

/** Over a form: someone saved while it was open. What was typed stays, and their version is an offer. */
export function NewerVersion({ change, action = 'saved a newer version', loading, onLoad }: NewerVersionProps) {
  const { _id } = useUser();
  const who = change.by === null ? 'The system' : change.by._id === _id ? 'You, in another window,' : change.by.name;
  return (
    <Banner tone="info">
      <Typography component="span" sx={{ display: 'block', mb: 2 }}>
        <strong>{who}</strong> {action} <RelativeTime instant={change.at} />. {KEPT_CHANGES}
      </Typography>
      <Button variant="outlined" color="inherit" size="small" loading={loading} onClick={onLoad}>
        Load the new version
      </Button>
    </Banner>
  );
}
