import Typography from '@mui/material/Typography';
import type { StockTransfer } from '@shifa/contract';
import { useState } from 'react';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { ItemChoice } from '../../../screens/choices/item-choice';
import { SendDrawer } from './send-drawer';

type NewTransferDrawerProps = { onSaved?: (sent: StockTransfer) => void; onClose: () => void };

/** Asks for the first item, whose laboratory is then the sender. */
export function NewTransferDrawer({ onSaved, onClose }: NewTransferDrawerProps) {
  const [itemId, setItemId] = useState<string>();
  if (itemId !== undefined) return <SendDrawer itemId={itemId} onDone={onSaved} onClose={onClose} />;
  return (
    <FormDrawer
      open
      title="New transfer"
      verb="Send"
      dirty={false}
      pending={false}
      onStop={() => undefined}
      disabledReason="Choose an item first"
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <Typography>The item's laboratory sends it. You can add other items from the same laboratory.</Typography>
      <ItemChoice
        label="Item"
        // Of the others, nothing is usable.
        filter={{ status: ['active'], stockStatus: ['ok', 'low'] }}
        onChoose={({ _id }) => setItemId(_id)}
      />
    </FormDrawer>
  );
}
