import Select from '@mui/material/Select';
import { formatPack, type InventoryUnit, inventoryUnitLabels } from '@shifa/contract';
import type { ComponentProps } from 'react';
import { type packChoices, type Packed } from './packed';

type PackSelectProps = Pick<ComponentProps<typeof Select>, 'disabled' | 'size' | 'inputProps'> & {
  unit: InventoryUnit;
  choices: ReturnType<typeof packChoices>;
  pack: Packed['pack'];
  onChange: (pack: Packed['pack']) => void;
};

/** Units of the item, or one of its packs. */
export function PackSelect({ unit, choices, pack, onChange, ...select }: PackSelectProps) {
  return (
    <Select
      {...select}
      native
      fullWidth
      value={pack ? formatPack(pack) : ''}
      onChange={(event) => onChange(choices.get(event.target.value) ?? null)}
    >
      <option value="">{inventoryUnitLabels[unit]}</option>
      {[...choices.keys()].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
