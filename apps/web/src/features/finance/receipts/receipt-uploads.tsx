import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MAX_RECEIPT_BYTES, type TransactionListItem } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../data/api';
import { messageOf } from '../../../lib/api-error';
import { failureToasts } from '../../../lib/failure-toasts';
import { formatBytes } from '../../../lib/format';
import { send } from '../../../data/queries';
import { useStoppable } from '../../../data/use-stoppable';
import { receiptFailedText } from '../finance.messages';
import { transactionResource } from '../transaction.resource';

/** 5 MB can take this long on a slow connection. */
const WAIT_MS = 120_000;

type Entry = Pick<TransactionListItem, '_id' | 'transactionNo'>;

/** A file that is being uploaded, waits for it, or failed. */
type Upload = {
  id: number;
  entry: Entry;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  fault?: string;
};

let lastId = 0;

/**
 * The file, or a photo above the limit scaled down to it.
 * @throws ApiError for an image that can't be read, which documents nothing.
 */
async function fitting(file: File): Promise<File> {
  if (file.type === 'application/pdf') return file;
  const { assertReadable, scaledPhoto } = await import('../../../lib/scaled-photo');
  if (file.size > MAX_RECEIPT_BYTES) return scaledPhoto(file, MAX_RECEIPT_BYTES);
  await assertReadable(file);
  return file;
}

/** Uploads receipts to their entries one after the other. The entry exists whether or not they succeed. */
export function useReceiptUploads() {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const stoppable = useStoppable();
  // Uploads go on after their list is closed.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const mark = (id: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const drop = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));

  async function upload({ id, entry, file }: Upload): Promise<void> {
    mark(id, { state: 'sending', fault: undefined });
    try {
      await stoppable.run(async (signal) => {
        const body = { file: await fitting(file) };
        return send(api.transactions.attachReceipt, { params: { id: entry._id }, body, waitMs: WAIT_MS }, { signal });
      });
      drop(id);
      void transactionResource.invalidate(queryClient, entry._id);
    } catch (error) {
      const fault = messageOf(error, 'The upload failed');
      if (isShown.current) mark(id, { state: 'failed', fault });
      else failureToasts.show(`receipt ${id}`, error, receiptFailedText(file.name, entry.transactionNo, fault));
    }
  }

  /** Concurrent uploads to one entry would conflict with each other. */
  function enqueue(next: Upload) {
    queue.current = queue.current.then(() => upload(next));
  }

  return {
    uploads,
    add: (entry: Entry, files: readonly File[]) => {
      const batch = files.map((file): Upload => ({ id: ++lastId, entry, file, state: 'waiting' }));
      setUploads((all) => [...all, ...batch]);
      batch.forEach(enqueue);
    },
    retry: (failed: Upload) => {
      mark(failed.id, { state: 'waiting' });
      enqueue(failed);
    },
    /** Gives up waiting for the file that is being sent. */
    stop: stoppable.stop,
    /** Drops a file that failed. */
    drop,
  };
}

type ReceiptUploads = ReturnType<typeof useReceiptUploads>;

type UploadListProps = {
  state: ReceiptUploads;
  /** Shows which entry a file belongs to. */
  withNumber?: boolean;
};

/** Receipts that are being uploaded, and those that failed. */
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
        Waiting
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
      <Button size="small" color="inherit" aria-label={`Skip ${file.name}`} onClick={() => state.drop(upload.id)}>
        Skip
      </Button>
    </Stack>
  );
}

type UploadsDrawerProps = { state: ReceiptUploads; onClose: () => void };

/** The uploads after the last entry; the drawer closes when all of them have succeeded. */
export function UploadsDrawer({ state, onClose }: UploadsDrawerProps) {
  const { uploads } = state;
  const close = useEffectEvent(onClose);
  const done = uploads.length === 0;
  useEffect(() => {
    if (done) close();
  }, [done]);
  const uploading = uploads.some((upload) => upload.state !== 'failed');
  return (
    <Drawer
      anchor="right"
      open
      transitionDuration={0}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Receipts' } }}
    >
      <Stack sx={{ gap: 5, p: 6 }}>
        <Typography variant="h2">{uploading ? 'Uploading receipts' : "Receipts couldn't be uploaded"}</Typography>
        <Typography color="textSecondary">The entry was saved. You can attach skipped receipts later.</Typography>
        <UploadList state={state} withNumber />
        <Button
          variant="outlined"
          color="inherit"
          onClick={uploading ? state.stop : onClose}
          sx={{ alignSelf: 'start' }}
        >
          {uploading ? 'Cancel upload' : 'Done'}
        </Button>
      </Stack>
    </Drawer>
  );
}
