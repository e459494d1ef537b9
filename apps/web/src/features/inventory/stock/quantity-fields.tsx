import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  formatEntered,
  formatPack,
  type InventoryItem,
  inventoryUnitLabels,
  type StockChangeType,
} from '@shifa/contract';
import { useWatch } from 'react-hook-form';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormSelect } from '../../../ui/fields/form-select';
import { pairStyle } from '../../../ui/fields/pair-style';
import { unitWord } from '../item-display';
import { stockChanges } from './stock-changes';
import { packOf, type StockControl } from './stock-values';

type QuantityFieldsProps = { control: StockControl; item: InventoryItem; type: StockChangeType };

/** How much: in units or, where the item has packs, in one of them. */
export function QuantityFields({ control, item, type }: QuantityFieldsProps) {
  const [quantity, choice] = useWatch({ control, name: ['quantity', 'pack'] });
  const pack = packOf(item, choice);
  const { quantity: label } = stockChanges[type];
  if (item.packages.length === 0) {
    return <FormNumber control={control} name="quantity" label={label} unit={unitWord(item.unit)} autoFocus />;
  }
  // A pack that someone has changed since it was chosen stays the choice, which the form then refuses.
  const packs = [...new Set([...item.packages.map(formatPack), ...(choice === '' ? [] : [choice])])].map((name) => ({
    value: name,
    label: name,
  }));
  const isWhole = quantity !== null && Number.isInteger(quantity);
  return (
    <div>
      <Box sx={pairStyle}>
        <FormNumber control={control} name="quantity" label={label} autoFocus />
        <FormSelect
          control={control}
          name="pack"
          label="Counted in"
          options={[{ value: '', label: inventoryUnitLabels[item.unit] }, ...packs]}
        />
      </Box>
      {pack && isWhole && (
        <Typography variant="body2" color="textSecondary" className="tabular" role="status" sx={{ mt: 1 }}>
          {formatEntered({ ...pack, quantity }, item.unit)}
        </Typography>
      )}
    </div>
  );
}
