import Button from '@mui/material/Button';
import { Banner } from '../../../components/banner';
import type { RefusedReceipt } from './use-chosen-receipts';

type RefusedReceiptsProps = { refused: readonly RefusedReceipt[]; onDismiss: () => void };

/** Which of the chosen files cannot be receipts, and why. */
export function RefusedReceipts({ refused, onDismiss }: RefusedReceiptsProps) {
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
