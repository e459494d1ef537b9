import Refresh from '@mui/icons-material/RefreshOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError, messageOf } from '../../lib/api-error';
import { CopyButton } from '../copy-button';
import { ClosedDoor, SpiltFlask } from '../drawings';
import { EmptyState } from './empty-state';

type ErrorStateProps = {
  /** What could not be done: `Laboratories could not be loaded`. */
  title: string;
  error: unknown;
  /** The title says all. */
  titleOnly?: boolean;
  onRetry: () => void;
};

/**
 * Where something would be that could not be fetched: what happened, why, and a way to try again unless it is a
 * matter of permissions.
 */
export function ErrorState({ title, error, titleOnly = false, onRetry }: ErrorStateProps) {
  // Trying again does not give anybody a permission.
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState drawing={<ClosedDoor />}>{messageOf(error)}</EmptyState>;
  }
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Stack role="alert" sx={{ alignItems: 'center', gap: 4, px: 4, py: 14, textAlign: 'center' }}>
      <SpiltFlask />
      <div>
        <Typography variant="h3" component="p">
          {title}
        </Typography>
        {!titleOnly && (
          <Typography color="textSecondary" sx={{ mt: 1, maxWidth: 440, overflowWrap: 'anywhere' }}>
            {messageOf(error)}
          </Typography>
        )}
        {requestId && (
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
            Reference {requestId} <CopyButton text={requestId} label="Copy reference" />
          </Typography>
        )}
      </div>
      <Button variant="outlined" color="inherit" startIcon={<Refresh />} onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  );
}
