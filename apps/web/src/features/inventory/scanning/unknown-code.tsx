import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type InventoryItem, type InventoryListItem, PackFactorSchema, PackNameSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import { z } from 'zod';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useFilteredLaboratory } from '../../../data/use-filtered-laboratory';
import { usePermission } from '../../../data/use-session';
import { messageOf } from '../../../lib/api-error';
import { AppDialog } from '../../../ui/app-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormText } from '../../../ui/fields/form-text';
import { useCheckedForm } from '../../../ui/fields/use-checked-form';
import { pairStyle } from '../../../ui/fields/pair-style';
import { undoToast } from '../../../ui/undo-toast';
import { inventoryResource } from '../inventory.resource';
import { unitWord } from '../item-display';
import { ItemChoice } from '../../../screens/choices/item-choice';

type UnknownCodeProps = {
  gtin: string;
  /** The item that is likely meant. */
  likely?: InventoryListItem | undefined;
  onRemembered: () => void;
  onClose: () => void;
};

const PackSchema = z.object({ name: PackNameSchema, factor: z.number().nullable().pipe(PackFactorSchema) });
type PackValues = z.input<typeof PackSchema>;
type Pack = z.output<typeof PackSchema>;

/** Asks once which item a GTIN is, and in what pack; the item keeps it. */
export function UnknownCode({ gtin, likely, onRemembered, onClose }: UnknownCodeProps) {
  const queryClient = useQueryClient();
  const { allowed } = usePermission('inventory.edit');
  const filtered = useFilteredLaboratory();
  const [item, setItem] = useState<InventoryListItem | undefined>(likely);
  const [fault, setFault] = useState<string>();
  const [saving, setSaving] = useState(false);
  const { control, handleSubmit } = useCheckedForm<PackValues, Pack>({
    resolver: zodResolver(PackSchema),
    defaultValues: { name: 'Box', factor: 1 },
  });

  const write = async (id: string, packages: InventoryItem['packages'], version: number) => {
    const after = await send(api.inventory.update, { params: { id }, body: { packages, version } });
    await inventoryResource.invalidate(queryClient, id);
    return after;
  };
  const undo = async (before: InventoryItem, version: number) => {
    try {
      await write(before._id, before.packages, version);
      enqueueSnackbar(`The code was removed from ${before.name}`, { variant: 'success' });
    } catch (error) {
      enqueueSnackbar(messageOf(error, "Couldn't undo the change"), { variant: 'error' });
    }
  };
  const remember = handleSubmit(async ({ name, factor }) => {
    if (!item) {
      setFault('Choose the item first.');
      return;
    }
    const pack = { gtin, name, factor };
    setSaving(true);
    try {
      const before = await queryClient.query({ ...inventoryResource.detail(item._id), staleTime: 0 });
      const after = await write(item._id, [...before.packages, pack], before.version);
      undoToast(`The code was added to ${after.name}`, () => void undo(before, after.version), 'success');
      onRemembered();
    } catch (error) {
      setFault(messageOf(error, "Couldn't add the code"));
    } finally {
      setSaving(false);
    }
  });

  return (
    <AppDialog
      title="Which item is this?"
      onClose={onClose}
      onSubmit={(event) => {
        // The form around it, in whose drawer a scan asks, is another one.
        event.stopPropagation();
        void remember(event);
      }}
      decision={
        <Button type="submit" variant="contained" disabled={!allowed || saving}>
          Remember code
        </Button>
      }
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        No item here has the code <span className="tabular">{gtin}</span> yet. Choose the item and what the box
        contains; the next scan finds it.
      </Typography>
      {!allowed && (
        <Banner tone="warning">
          You can't edit items. Ask a lab admin or a manager to add the code, or choose the item by hand.
        </Banner>
      )}
      {fault !== undefined && <Banner tone="error">{fault}</Banner>}
      {item ? (
        <Banner
          tone="info"
          action={
            <Button size="small" color="inherit" onClick={() => setItem(undefined)}>
              Change
            </Button>
          }
        >
          {item.name} · {item.itemCode}
        </Banner>
      ) : (
        <ItemChoice
          label="Item"
          filter={{ status: ['active'], ...(filtered && { laboratoryId: [filtered] }) }}
          onChoose={setItem}
        />
      )}
      <Box sx={pairStyle}>
        <FormText control={control} name="name" label="Pack name" autoComplete="off" help="Such as Box." />
        <FormNumber
          control={control}
          name="factor"
          label="Contains"
          unit={item && unitWord(item.unit)}
          help="1 for a single unit."
        />
      </Box>
    </AppDialog>
  );
}
