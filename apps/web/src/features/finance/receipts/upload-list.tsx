import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatBytes } from '../../../lib/format';
import type { ReceiptUploads, Upload } from './use-receipt-uploads';

type UploadListProps = {
  state: ReceiptUploads;
  /** Whether to tell which entry a file is for. */
  withNumber?: boolean;
};

/** Receipts on their way, and those that did not arrive. */
export function UploadList({ state, withNumber = false }: UploadListProps) {
  if (state.uploads.length === 0) return null;
  return (
    <Stack component="ul" aria-label="Uploads" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
      {state.uploads.map((upload) => (
        <li key={upload.id}>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {withNumber && `${upload.entry.transactionNo}: `}
            {upload.file.name} · <span className="tabular">{formatBytes(upload.file.size)}</span>
          </Typography>
          <Progress upload={upload} state={state} />
        </li>
      ))}
    </Stack>
  );
}

function Progress({ upload, state }: { upload: Upload; state: ReceiptUploads }) {
  const { file, fault } = upload;
  if (upload.state === 'waiting') {
    return (
      <Typography variant="caption" color="textSecondary">
        Waits for its turn
      </Typography>
    );
  }
  if (upload.state === 'sending') return <LinearProgress aria-label={`Uploading ${file.name}`} sx={{ mt: 1 }} />;
  return (
    <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Typography variant="body2" role="alert" color="error" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {fault}
      </Typography>
      <Button size="small" aria-label={`Try ${file.name} again`} onClick={() => state.retry(upload)}>
        Try again
      </Button>
      <Button size="small" color="inherit" aria-label={`Leave out ${file.name}`} onClick={() => state.drop(upload.id)}>
        Leave out
      </Button>
    </Stack>
  );
}
