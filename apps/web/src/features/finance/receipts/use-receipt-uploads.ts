import type { TransactionListItem } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { invalidateTransactions } from '../transaction.live';

/** 5 MB over a slow line take their time. */
const WAIT_MS = 120_000;

type Entry = Pick<TransactionListItem, '_id' | 'transactionNo'>;

/** A file on its way to its entry; once it is there, it is no upload any more. */
export type Upload = {
  id: number;
  entry: Entry;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  fault?: string;
};

let lastId = 0;

/** Sends receipts to their entries one after the other. The entry is safe whatever becomes of them. */
export function useReceiptUploads() {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());

  const mark = (id: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const drop = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));

  async function send({ id, entry, file }: Upload): Promise<void> {
    mark(id, { state: 'sending', fault: undefined });
    try {
      await api.transactions.attachReceipt.mutate({ params: { id: entry._id }, body: { file }, waitMs: WAIT_MS });
      drop(id);
      void invalidateTransactions(queryClient, [entry._id]);
    } catch (error) {
      mark(id, { state: 'failed', fault: messageOf(error, 'The upload failed') });
    }
  }

  /** One line is quicker than many, and an entry is written by one at a time. */
  function enqueue(upload: Upload) {
    queue.current = queue.current.then(() => send(upload));
  }

  return {
    uploads,
    add: (entry: Entry, files: readonly File[]) => {
      const batch = files.map((file): Upload => ({ id: ++lastId, entry, file, state: 'waiting' }));
      setUploads((all) => [...all, ...batch]);
      batch.forEach(enqueue);
    },
    retry: (upload: Upload) => {
      mark(upload.id, { state: 'waiting' });
      enqueue(upload);
    },
    /** Gives up a file that failed. */
    drop,
  };
}

export type ReceiptUploads = ReturnType<typeof useReceiptUploads>;
