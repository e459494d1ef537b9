import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent } from 'react';
import { UploadList } from '../receipts/upload-list';
import type { ReceiptUploads } from '../receipts/use-receipt-uploads';

type UploadsDrawerProps = { state: ReceiptUploads; onClose: () => void };

/** After the last entry: its receipts on their way. It goes by itself once all have arrived. */
export function UploadsDrawer({ state, onClose }: UploadsDrawerProps) {
  const { uploads } = state;
  const close = useEffectEvent(onClose);
  const done = uploads.length === 0;
  useEffect(() => {
    if (done) close();
  }, [done]);
  const underWay = uploads.some((upload) => upload.state !== 'failed');
  return (
    <Drawer
      anchor="right"
      open
      transitionDuration={0}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Receipts' } }}
    >
      <Stack sx={{ gap: 5, p: 6 }}>
        <Typography variant="h2">{underWay ? 'Uploading receipts' : 'Receipts did not arrive'}</Typography>
        <Typography color="textSecondary">
          The entry was saved. Receipts that are left out now can be attached to it later.
        </Typography>
        <UploadList state={state} withNumber />
        <Button variant="outlined" color="inherit" disabled={underWay} onClick={onClose} sx={{ alignSelf: 'start' }}>
          Done
        </Button>
      </Stack>
    </Drawer>
  );
}
