import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  CreateInventoryItemBody,
  formatPack,
  formatQuantity,
  type InventoryItem,
  type InventoryUnit,
  UpdateInventoryItemBody,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useFormState, type UseFormReturn, useWatch } from 'react-hook-form';
import { closedReasonOf } from '../../../screens/closed-laboratory';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { FormChoice } from '../../../ui/fields/form-choice';
import { FormMoney } from '../../../screens/form/form-money';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormSection } from '../../../ui/fields/form-section';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { FormSuggestedText } from '../../../ui/fields/form-suggested-text';
import { pairStyle, widePairStyle } from '../../../ui/fields/pair-style';
import { changedFields } from '../../../screens/form/differences';
import { api } from '../../../data/api';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { send } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { itemFields, type ItemValues } from '../inventory.fields';
import { inventoryResource, suggestionsOf } from '../inventory.resource';
import { categoryOptions, unitOptions, unitWord } from '../item-display';
import { describedPart, inputOf, useBlankItem, valuesOf } from './item-values';
import { type ItemBody, type ItemControl, RequiresAcceptance, TracksExpiry } from './item-rules';
import { PackFields } from './pack-fields';
import { SupplierChoice } from './supplier-choice';

/** Creates an item, with its opening stock if it has any, or edits it. */
export function ItemForm(props: FormProps<InventoryItem>) {
  return (
    <RecordForm
      {...props}
      resource={inventoryResource}
      fields={itemFields}
      blank={useBlankItem()}
      toValues={valuesOf}
      toBody={inputOf}
      toChanges={(base, values) => changedFields(describedPart(base), describedPart(values))}
      create={{
        body: CreateInventoryItemBody,
        send: (body, key, signal) => send(api.inventory.create, { body }, { key, signal }),
      }}
      update={{
        body: UpdateInventoryItemBody,
        send: (id, body, signal) => send(api.inventory.update, { params: { id }, body }, { signal }),
      }}
    >
      {({ form, base }) => <Fields form={form} stored={base} />}
    </RecordForm>
  );
}

type FieldsProps = { form: UseFormReturn<ItemValues, unknown, ItemBody>; stored: InventoryItem | undefined };

function Fields({ form: { control }, stored }: FieldsProps) {
  const { errors } = useFormState({ control });
  const [unit, laboratoryId, ...more] = useWatch({
    control,
    name: [
      ...(['unit', 'laboratoryId', 'supplier', 'manufacturer', 'storageLocation', 'storageCondition'] as const),
      ...(['stabilityDays', 'packages', 'supplierId'] as const),
    ],
  });
  const [supplier, manufacturer, location, condition, stabilityDays, packages, supplierId] = more;
  const ofLaboratory = laboratoryId === '' ? undefined : laboratoryId;
  const faulty = (...fields: (keyof ItemValues)[]) => fields.some((field) => errors[field] !== undefined);
  return (
    <>
      <FormText control={control} name="name" label="Name" autoComplete="off" autoFocus />
      <Box sx={widePairStyle}>
        <FormChoice control={control} name="category" label="Category" options={categoryOptions} autoSelect />
        <FormText
          control={control}
          name="itemCode"
          label="Code"
          optional={!stored}
          autoComplete="off"
          help={stored ? undefined : 'Generated from the category if left blank.'}
        />
      </Box>
      {!stored && <LaboratoryField control={control} />}
      <FormSelect
        control={control}
        name="unit"
        label="Unit"
        options={unitOptions}
        disabled={stored?.unitFrozen}
        help={
          stored?.unitFrozen
            ? "Movements use this unit, so you can't change it."
            : "The unit you count in, such as “bottle”. You can't change it after the first movement."
        }
      />
      <Box sx={pairStyle}>
        <FormNumber
          control={control}
          name="minQuantity"
          label="Minimum"
          optional
          unit={unitWord(unit)}
          help="Low at or below this. Leave blank or enter 0 for no alert."
        />
        <FormMoney control={control} name="unitCostPaise" withZero label="Unit cost" optional help={`For 1 ${unit}.`} />
      </Box>
      <TracksExpiry control={control} />
      <RequiresAcceptance control={control} />
      {!stored && <OpeningStock control={control} unit={unit} />}
      <div>
        <FormSection
          title="Supply"
          summary={[supplier, manufacturer].filter(Boolean).join(' · ') || 'Not set'}
          invalid={faulty('supplier', 'supplierId', 'manufacturer', 'reorderQuantity', 'leadTimeDays')}
        >
          <SupplierChoice control={control} stored={stored} laboratoryId={ofLaboratory} />
          {supplierId === '' && (
            <FormSuggestedText
              control={control}
              name="supplier"
              label="Supplier name"
              optional
              help="For a supplier that isn't in the list yet."
              useSuggestions={suggestionsOf('supplier', ofLaboratory)}
            />
          )}
          <FormSuggestedText
            control={control}
            name="manufacturer"
            label="Manufacturer"
            optional
            useSuggestions={suggestionsOf('manufacturer', ofLaboratory)}
          />
          <Box sx={pairStyle}>
            <FormNumber
              control={control}
              name="reorderQuantity"
              label="Reorder quantity"
              optional
              unit={unitWord(unit)}
              help="The usual order."
            />
            <FormNumber
              control={control}
              name="leadTimeDays"
              label="Lead time"
              unit="days"
              help="From order to delivery."
            />
          </Box>
        </FormSection>
        <FormSection title="Packs" summary={packsSummary(packages)} invalid={faulty('packages')}>
          <PackFields control={control} unit={unit} />
        </FormSection>
        <FormSection
          title="Storage"
          summary={[location, condition].filter(Boolean).join(' · ') || 'Not set'}
          invalid={faulty('storageLocation', 'storageCondition', 'stabilityDays')}
        >
          <FormSuggestedText
            control={control}
            name="storageLocation"
            label="Storage location"
            optional
            help="Such as Cold room, shelf 2."
            useSuggestions={suggestionsOf('storageLocation', ofLaboratory)}
          />
          <FormText
            control={control}
            name="storageCondition"
            label="Storage condition"
            optional
            autoComplete="off"
            help="Such as 2–8 °C."
          />
          <FormNumber
            control={control}
            name="stabilityDays"
            label="Stability after opening"
            optional
            unit="days"
            help={
              stabilityDays
                ? 'Counted from the opening day as day 1. The expiry date still applies if it is earlier.'
                : 'Leave blank if an opened batch can be used until it expires.'
            }
          />
        </FormSection>
      </div>
    </>
  );
}

function packsSummary(packages: ItemValues['packages']): string {
  const named = packages.filter(({ name, factor }) => name !== '' && factor);
  return named.map(({ name, factor }) => formatPack({ name, factor: factor ?? 0 })).join(' · ') || 'None';
}

function LaboratoryField({ control }: { control: ItemControl }) {
  const choosable = usePermission('inventory.create').scope === 'all';
  const { data = [] } = useQuery({ ...laboratoryOptions, enabled: choosable });
  if (!choosable) return null;
  return (
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
  );
}

/** What is there already, entered as the first batch. */
function OpeningStock({ control, unit }: { control: ItemControl; unit: InventoryUnit }) {
  const { errors } = useFormState({ control });
  const [quantity, trackExpiry] = useWatch({ control, name: ['quantity', 'trackExpiry'] });
  const movesStock = usePermission('inventory.stock').allowed;
  // What was entered before the permission ended stays in reach, to be removed.
  if (!movesStock && quantity === null) {
    return (
      <Typography variant="body2" color="textSecondary">
        The item starts without stock, because you don't have permission to move stock.
      </Typography>
    );
  }
  return (
    <FormSection
      title="Opening stock"
      summary={quantity ? formatQuantity(quantity, unit) : 'None'}
      invalid={Boolean(errors.quantity ?? errors.batchNumber ?? errors.expiryDate)}
    >
      <FormNumber control={control} name="quantity" label="Quantity" optional unit={unitWord(unit)} />
      <Box sx={pairStyle}>
        <FormText
          control={control}
          name="batchNumber"
          label="Batch number"
          optional
          autoComplete="off"
          help="Generated if left blank."
        />
        <FormText control={control} name="expiryDate" label="Expiry date" type="date" optional={!trackExpiry} />
      </Box>
    </FormSection>
  );
}
