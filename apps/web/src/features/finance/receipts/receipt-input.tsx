import AttachFile from '@mui/icons-material/AttachFileOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  errorCatalogue,
  keepsReceipts,
  MAX_RECEIPT_BYTES,
  MAX_RECEIPTS,
  receiptTypes,
  type Transaction,
} from '@shifa/contract';
import { useRef, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { FileDrop } from '../../../ui/file-drop';
import { formatBytes } from '../../../lib/format';
import { UploadList, useReceiptUploads } from './receipt-uploads';

type AddReceiptProps = { transaction: Transaction };

/** Attaches receipts to an entry as soon as they are chosen. */
export function AddReceipt({ transaction }: AddReceiptProps) {
  const state = useReceiptUploads();
  const [refused, setRefused] = useState<readonly RefusedReceipt[]>([]);
  const { attach } = transaction.actions;
  if (!attach?.allowed) {
    return (
      <Typography variant="body2" color="textSecondary">
        {attach?.reason}
      </Typography>
    );
  }
  const add = (file: File) => {
    const reason = faultOfReceipt(file, transaction.receipts.length + state.uploads.length);
    if (reason === undefined) state.add(transaction, [file]);
    else setRefused((others) => [...others, { name: file.name, reason }]);
  };
  return (
    <Stack sx={{ gap: 3 }}>
      <ReceiptDrop onFile={add} />
      <Consequence status={transaction.status} />
      <RefusedReceipts refused={refused} onDismiss={() => setRefused([])} />
      <UploadList state={state} />
    </Stack>
  );
}

/** What a new receipt means for the approvals given so far. */
function Consequence({ status }: Pick<Transaction, 'status'>) {
  if (!keepsReceipts(status)) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      {status === 'partially_approved'
        ? "Adding a receipt restarts the approval, because the first approver hasn't seen it."
        : LATE_RECEIPT}
    </Typography>
  );
}

/** What attaching to an approved entry means. */
export const LATE_RECEIPT =
  "A receipt added now is marked as added after approval and can't be removed. The approval stands.";

/** A file that cannot be a receipt, and why. */
type RefusedReceipt = { name: string; reason: string };

type Chosen = { files: readonly File[]; refused: readonly RefusedReceipt[] };

const none: Chosen = { files: [], refused: [] };

/** The receipts of an entry that does not exist yet; each file is checked as soon as it is chosen. */
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

type ChosenReceiptsProps = { chosen: ReturnType<typeof useChosenReceipts> };

/** Shows the receipts of an entry that does not exist yet. */
export function ChosenReceipts({ chosen }: ChosenReceiptsProps) {
  return (
    <Stack role="group" aria-label="Receipts" sx={{ gap: 2 }}>
      <ReceiptDrop onFile={chosen.add} />
      <RefusedReceipts refused={chosen.refused} onDismiss={chosen.dismiss} />
      {chosen.files.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          {chosen.files.map((file, index) => (
            <Chip
              key={`${index} ${file.name}`}
              icon={<AttachFile />}
              label={`${file.name} · ${formatBytes(file.size)}`}
              // The chip can be focused and removed with Backspace, which a screen reader has to announce.
              aria-label={`Remove ${file.name}`}
              onDelete={() => chosen.remove(file)}
              sx={{ maxWidth: '100%' }}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** Receipts can be dropped, chosen or, on a phone, photographed. */
function ReceiptDrop({ onFile }: { onFile: (file: File) => void }) {
  const byTouch = useMediaQuery('(pointer: coarse)');
  return (
    <FileDrop
      label="Choose receipts"
      help="Images or PDF, up to 5 MB each. Larger images are scaled down."
      accept={receiptTypes.join(',')}
      multiple
      beside={byTouch && <TakePhoto onFile={onFile} />}
      onFile={onFile}
    />
  );
}

function TakePhoto({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        onChange={(event) => {
          const photo = event.target.files?.item(0);
          if (photo) onFile(photo);
          event.target.value = '';
        }}
      />
      <Button variant="outlined" color="inherit" startIcon={<PhotoCamera />} onClick={() => input.current?.click()}>
        Take a photo
      </Button>
    </>
  );
}

type RefusedReceiptsProps = { refused: readonly RefusedReceipt[]; onDismiss: () => void };

/** The files that cannot be receipts, and why. */
function RefusedReceipts({ refused, onDismiss }: RefusedReceiptsProps) {
  if (refused.length === 0) return null;
  return (
    <Banner
      tone="error"
      action={
        <Button size="small" color="inherit" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {refused.map(({ name, reason }, place) => (
        <div key={place}>
          <strong>{name}</strong>: {reason}
        </div>
      ))}
    </Banner>
  );
}

/** Larger ones could take all memory of a phone while they are scaled down. */
const MAX_IMAGE_BYTES = 40 * 1_048_576;

/** Why a file cannot be a receipt of an entry with `count` receipts; the server checks its content as well. */
export function faultOfReceipt({ type, size }: Pick<File, 'type' | 'size'>, count: number): string | undefined {
  if (!(receiptTypes as readonly string[]).includes(type)) return errorCatalogue.RECEIPT_TYPE_UNSUPPORTED.message;
  if (size === 0) return 'This file is empty';
  if (type === 'application/pdf' && size > MAX_RECEIPT_BYTES) {
    return `This file is ${formatBytes(size)}. The limit is 5 MB.`;
  }
  if (size > MAX_IMAGE_BYTES) return `This image is ${formatBytes(size)}. The limit is 40 MB.`;
  return count >= MAX_RECEIPTS ? errorCatalogue.TOO_MANY_RECEIPTS.message : undefined;
}
