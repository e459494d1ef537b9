import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatEntered, type InventoryUnit, type ItemPackage } from '@shifa/contract';
import type { ReactNode } from 'react';
import { Field } from '../../ui/fields/field';
import { NumberInput } from '../../ui/fields/form-number';
import { pairStyle } from '../../ui/fields/pair-style';
import { PackSelect } from './pack-select';
import { enteredIn, packChoices, type Packed } from './packed';

type PackedQuantityProps = {
  label: string;
  unit: InventoryUnit;
  packs: readonly ItemPackage[];
  value: Packed;
  error?: string | undefined;
  help?: string | undefined;
  /** Behind the number where there is no choice of packs. */
  after?: ReactNode;
  onChange: (value: Packed) => void;
};

/** How much: in units or, where the item has packs, in one of them, with what that comes to. */
export function PackedQuantity({ label, unit, packs, value, error, help, after, onChange }: PackedQuantityProps) {
  const choices = packChoices(packs, value.pack);
  const entered = enteredIn(value);
  const number = (
    <Field label={label} error={error} help={help}>
      {(a11y) => (
        <NumberInput
          {...a11y}
          value={value.quantity}
          after={choices.size === 0 ? after : undefined}
          onChange={(quantity) => onChange({ ...value, quantity })}
        />
      )}
    </Field>
  );
  if (choices.size === 0) return number;
  return (
    <div>
      <Box sx={pairStyle}>
        {number}
        <Field label="Counted in">
          {({ id }) => (
            <PackSelect
              unit={unit}
              choices={choices}
              pack={value.pack}
              inputProps={{ id }}
              onChange={(pack) => onChange({ ...value, pack })}
            />
          )}
        </Field>
      </Box>
      {entered && Number.isInteger(entered.quantity) && (
        <Typography variant="body2" color="textSecondary" className="tabular" role="status" sx={{ mt: 1 }}>
          {formatEntered(entered, unit)}
        </Typography>
      )}
    </div>
  );
}
