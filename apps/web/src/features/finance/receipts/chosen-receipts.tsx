import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { formatBytes } from '../../../lib/format';
import { ReceiptDrop } from './receipt-drop';
import { RefusedReceipts } from './refused-receipts';
import type { useChosenReceipts } from './use-chosen-receipts';

type ChosenReceiptsProps = { chosen: ReturnType<typeof useChosenReceipts> };

/** Receipts of an entry that is still to be entered: they go up once it is. */
export function ChosenReceipts({ chosen }: ChosenReceiptsProps) {
  return (
    <Stack role="group" aria-label="Receipts" sx={{ gap: 2 }}>
      <ReceiptDrop onFile={chosen.add} />
      <RefusedReceipts refused={chosen.refused} onDismiss={chosen.dismiss} />
      {chosen.files.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          {chosen.files.map((file, place) => (
            <Chip
              key={`${place} ${file.name}`}
              icon={<AttachFile />}
              label={`${file.name} · ${formatBytes(file.size)}`}
              // The chip takes the focus and Backspace; a screen reader hears what it would remove.
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
