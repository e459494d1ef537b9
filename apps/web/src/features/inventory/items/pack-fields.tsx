import Add from '@mui/icons-material/AddOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type CreateInventoryItemBody,
  type InventoryUnit,
  MAX_PACKAGES,
  type UpdateInventoryItemBody,
} from '@shifa/contract';
import { type Control, useFieldArray } from 'react-hook-form';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormText } from '../../../ui/fields/form-text';
import { pairStyle } from '../../../ui/fields/pair-style';
import type { ItemValues } from '../inventory.fields';
import { unitWord } from '../item-display';

type PackFieldsProps = {
  control: Control<ItemValues, unknown, CreateInventoryItemBody | UpdateInventoryItemBody>;
  unit: InventoryUnit;
};

/** The packs that quantities can be entered in, each with the code that its maker printed on it. */
export function PackFields({ control, unit }: PackFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'packages' });
  return (
    <Stack sx={{ gap: 4 }}>
      {fields.map(({ id }, index) => (
        <Box key={id} component="fieldset" aria-label={`Pack ${index + 1}`} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
          <Stack sx={{ gap: 3 }}>
            <Box sx={pairStyle}>
              <FormText
                control={control}
                name={`packages.${index}.name`}
                label="Pack name"
                autoComplete="off"
                help="Such as Box."
              />
              <FormNumber control={control} name={`packages.${index}.factor`} label="Contains" unit={unitWord(unit)} />
            </Box>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <FormText
                  control={control}
                  name={`packages.${index}.gtin`}
                  label="GTIN"
                  optional
                  autoComplete="off"
                  inputMode="numeric"
                  help="The digits below the barcode. A scan of it finds this item."
                />
              </Box>
              <IconButton aria-label={`Remove pack ${index + 1}`} onClick={() => remove(index)} sx={{ mt: 6 }}>
                <Delete />
              </IconButton>
            </Stack>
          </Stack>
        </Box>
      ))}
      {fields.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          Add the packs that this item comes in to enter quantities in packs and to scan their codes.
        </Typography>
      )}
      {fields.length < MAX_PACKAGES && (
        <div>
          <Button startIcon={<Add />} onClick={() => append({ gtin: '', name: '', factor: null })}>
            Add pack
          </Button>
        </div>
      )}
    </Stack>
  );
}
