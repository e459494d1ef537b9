import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import type { CreateInventoryItemBody, UpdateInventoryItemBody } from '@shifa/contract';
import { type Control, useController } from 'react-hook-form';
import type { ItemValues } from '../inventory.fields';

export type ItemBody = CreateInventoryItemBody | UpdateInventoryItemBody;
export type ItemControl = Control<ItemValues, unknown, ItemBody>;

/** Whether its batches need expiry dates. */
export function TracksExpiry({ control }: { control: ItemControl }) {
  return (
    <ItemCheckbox
      control={control}
      name="trackExpiry"
      label="Batches expire"
      help={{ on: 'Each batch needs an expiry date.', off: 'Batches can be received without an expiry date.' }}
    />
  );
}

/** Whether what arrives has to be accepted before use. */
export function RequiresAcceptance({ control }: { control: ItemControl }) {
  return (
    <ItemCheckbox
      control={control}
      name="requiresAcceptance"
      label="Requires acceptance"
      help={{
        on: 'New deliveries are quarantined until someone accepts them.',
        off: 'New deliveries can be used immediately.',
      }}
    />
  );
}

type ItemCheckboxProps = {
  control: ItemControl;
  name: 'trackExpiry' | 'requiresAcceptance';
  label: string;
  help: Record<'on' | 'off', string>;
};

function ItemCheckbox({ control, name, label, help }: ItemCheckboxProps) {
  const { field } = useController({ control, name });
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={field.value}
            onChange={(_, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
        label={label}
      />
      <FormHelperText sx={{ ml: 8, mt: 0 }}>{field.value ? help.on : help.off}</FormHelperText>
    </div>
  );
}
