import { useState } from 'react';
import { faultOfReceipt } from './receipt-rules';

/** A file that cannot be a receipt, and why. */
export type RefusedReceipt = { name: string; reason: string };

type Chosen = { files: readonly File[]; refused: readonly RefusedReceipt[] };

const none: Chosen = { files: [], refused: [] };

/** Files that are to become receipts, each judged as soon as it is chosen, with those before it. */
export function useChosenReceipts() {
  const [chosen, setChosen] = useState(none);
  return {
    ...chosen,
    add: (file: File) =>
      setChosen(({ files, refused }) => {
        const reason = faultOfReceipt(file, files.length);
        if (reason === undefined) return { files: [...files, file], refused };
        return { files, refused: [...refused, { name: file.name, reason }] };
      }),
    remove: (file: File) =>
      setChosen(({ files, refused }) => ({ files: files.filter((one) => one !== file), refused })),
    dismiss: () => setChosen(({ files }) => ({ files, refused: [] })),
    clear: () => setChosen(none),
  };
}
