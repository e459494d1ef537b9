import Stack from '@mui/material/Stack';
import { IdSchema } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useCheckedForm } from '../../../components/form/use-checked-form';
import { BackLink } from '../../../components/back-link';
import { ClosedLaboratory, closedReasonOf, useClosedReason } from '../../../components/closed-laboratory';
import { FormSelect } from '../../../components/form/form-select';
import { FormSuggestedText } from '../../../components/form/form-suggested-text';
import { PageHeader } from '../../../components/page-header';
import { ActionButton } from '../../../components/permission-button';
import { paths } from '../../../config/paths';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { useUrlState } from '../../../lib/use-url-state';
import { usePermission, useUser } from '../../../lib/use-session';
import { suggestionsOf } from '../inventory.resource';
import { CountSheet } from './count-sheet';

const CountState = z.object({
  laboratoryId: IdSchema.optional(),
  storageLocation: z.string().optional(),
  /** Which item is counted, from 1; 0 before the count begins. The review comes after the last one. */
  page: z.coerce.number<number>().int().min(0).default(0),
});

/** Counts the stock of a laboratory or of one place in it, item after item. */
export function CountPage() {
  const [{ laboratoryId, storageLocation, page }, change] = useUrlState(CountState);
  const own = useUser().laboratoryId;
  const chosen = laboratoryId ?? own?._id;
  const counting = page > 0 && chosen !== undefined;
  return (
    <>
      <PageHeader
        title="Count stock"
        subtitle={counting ? storageLocation : 'Choose what to count. Nothing changes before you review it.'}
        back={<BackLink to={paths.inventory}>Inventory</BackLink>}
      />
      {counting ? (
        <CountSheet
          key={`${chosen} ${storageLocation ?? ''}`}
          laboratoryId={chosen}
          storageLocation={storageLocation}
          position={page}
          onPosition={(next) => change({ page: next })}
        />
      ) : (
        <CountSetup
          laboratoryId={chosen}
          onStart={(laboratory, location) =>
            change({ laboratoryId: laboratory, storageLocation: location === '' ? undefined : location, page: 1 })
          }
        />
      )}
    </>
  );
}

type CountSetupProps = {
  laboratoryId: string | undefined;
  onStart: (laboratoryId: string, location: string) => void;
};

function CountSetup({ laboratoryId = '', onStart }: CountSetupProps) {
  const choosable = usePermission('inventory.stock').scope === 'all';
  const { data = [] } = useQuery({ ...laboratoryOptions, enabled: choosable });
  const { control, handleSubmit } = useCheckedForm({ defaultValues: { laboratoryId, storageLocation: '' } });
  const chosen = useWatch({ control, name: 'laboratoryId' });
  const closedReason = useClosedReason('inventory.stock', 'enterRecords');
  const disabledReason = chosen === '' ? 'Choose a laboratory first' : closedReason;
  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 4, maxWidth: 480 }}
      onSubmit={(event) => {
        void handleSubmit((values) => onStart(values.laboratoryId, values.storageLocation.trim()))(event);
      }}
    >
      <ClosedLaboratory use="enterRecords" />
      {choosable && (
        <FormSelect
          control={control}
          name="laboratoryId"
          label="Laboratory"
          placeholder="Choose a laboratory"
          options={data.map((laboratory) => ({
            value: laboratory._id,
            label: laboratory.name,
            disabledReason: closedReasonOf(laboratory, 'enterRecords'),
          }))}
        />
      )}
      <FormSuggestedText
        key={chosen}
        control={control}
        name="storageLocation"
        label="Storage location"
        optional
        help="Blank to count every item of the laboratory."
        useSuggestions={suggestionsOf('storageLocation', chosen === '' ? undefined : chosen)}
      />
      <ActionButton type="submit" variant="contained" size="large" disabledReason={disabledReason}>
        Start counting
      </ActionButton>
    </Stack>
  );
}
