import Add from '@mui/icons-material/AddOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import {
  CreateSupplierBody,
  gstStates,
  MAX_SUPPLIER_CONTACTS,
  MAX_SUPPLIER_USES,
  plural,
  type Supplier,
  UpdateSupplierBody,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type Control,
  useController,
  useFieldArray,
  useFormState,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import { api } from '../../../data/api';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { send } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { FormChoice } from '../../../ui/fields/form-choice';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormSection } from '../../../ui/fields/form-section';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { pairStyle } from '../../../ui/fields/pair-style';
import { blankSupplier, bodyOf, supplierFields, type SupplierValues, valuesOf } from './supplier.fields';
import { supplierResource } from './supplier.resource';

type SupplierControl = Control<SupplierValues, unknown, CreateSupplierBody | UpdateSupplierBody>;

const stateOptions = Object.entries(gstStates).map(([code, name]) => ({ value: code, label: `${name} (${code})` }));

/** Creates or edits a supplier. */
export function SupplierForm(props: FormProps<Supplier>) {
  return (
    <RecordForm
      {...props}
      resource={supplierResource}
      fields={supplierFields}
      blank={blankSupplier}
      toValues={valuesOf}
      toBody={bodyOf}
      create={{
        body: CreateSupplierBody,
        send: (body, key, signal) => send(api.suppliers.create, { body }, { key, signal }),
      }}
      update={{
        body: UpdateSupplierBody,
        send: (id, body, signal) => send(api.suppliers.update, { params: { id }, body }, { signal }),
      }}
    >
      {({ form, base }) => <Fields form={form} stored={base} />}
    </RecordForm>
  );
}

type FieldsProps = {
  form: UseFormReturn<SupplierValues, unknown, CreateSupplierBody | UpdateSupplierBody>;
  stored: Supplier | undefined;
};

function Fields({ form: { control }, stored }: FieldsProps) {
  const { errors } = useFormState({ control });
  const seesNetwork = usePermission(stored ? 'suppliers.edit' : 'suppliers.create').scope === 'all';
  const [contacts, usedByAll, uses, address, notes] = useWatch({
    control,
    name: ['contacts', 'usedByAll', 'uses', 'address', 'notes'],
  });
  const laboratories = plural(uses.length, '1 laboratory', `${uses.length} laboratories`);
  return (
    <>
      <FormText control={control} name="name" label="Name" autoComplete="off" autoFocus />
      {!stored && (
        <FormText
          control={control}
          name="code"
          label="Code"
          optional
          autoComplete="off"
          help="Taken from the name if left blank. You can't change it later."
        />
      )}
      <Box sx={pairStyle}>
        <FormText control={control} name="gstin" label="GSTIN" optional autoComplete="off" />
        <FormText
          control={control}
          name="pan"
          label="PAN"
          optional
          autoComplete="off"
          help="Taken from the GSTIN if left blank."
        />
      </Box>
      <FormChoice control={control} name="stateCode" label="State" optional options={stateOptions} autoSelect />
      <Box sx={pairStyle}>
        <FormNumber
          control={control}
          name="leadTimeDays"
          label="Lead time"
          unit="days"
          help="From order to delivery."
        />
        <FormNumber
          control={control}
          name="paymentDays"
          label="Payment term"
          unit="days"
          help="Days from invoice to payment."
        />
      </Box>
      <FormText
        control={control}
        name="nextReviewOn"
        label="Next review"
        type="date"
        optional
        help="Reminders are sent 30 days before and on the day."
      />
      <div>
        {seesNetwork && (
          <FormSection
            title="Laboratories"
            summary={usedByAll ? 'All laboratories' : laboratories}
            invalid={errors.uses !== undefined || errors.usedByAll !== undefined}
          >
            <Uses control={control} usedByAll={usedByAll} />
          </FormSection>
        )}
        <FormSection
          title="Contacts"
          summary={contacts.map(({ name }) => name).join(' · ') || 'None'}
          invalid={errors.contacts !== undefined}
        >
          <Contacts control={control} />
        </FormSection>
        <FormSection
          title="Address and notes"
          summary={[address, notes].filter(Boolean).join(' · ') || 'Not set'}
          invalid={Boolean(errors.address ?? errors.notes)}
        >
          <FormText
            control={control}
            name="address"
            label="Address"
            optional
            multiline
            minRows={2}
            autoComplete="off"
          />
          <FormText control={control} name="notes" label="Notes" optional multiline minRows={2} autoComplete="off" />
        </FormSection>
      </div>
    </>
  );
}

function Contacts({ control }: { control: SupplierControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts' });
  return (
    <Stack sx={{ gap: 4 }}>
      {fields.map(({ id }, index) => (
        <Part key={id} label={`Contact ${index + 1}`} onRemove={() => remove(index)}>
          <Box sx={pairStyle}>
            <FormText control={control} name={`contacts.${index}.name`} label="Name" autoComplete="off" />
            <FormText control={control} name={`contacts.${index}.role`} label="Role" optional autoComplete="off" />
          </Box>
          <Box sx={pairStyle}>
            <FormText
              control={control}
              name={`contacts.${index}.phone`}
              label="Phone"
              optional
              type="tel"
              autoComplete="off"
            />
            <FormText
              control={control}
              name={`contacts.${index}.email`}
              label="Email"
              optional
              type="email"
              autoComplete="off"
            />
          </Box>
        </Part>
      ))}
      {fields.length < MAX_SUPPLIER_CONTACTS && (
        <div>
          <Button startIcon={<Add />} onClick={() => append({ name: '', role: '', phone: '', email: '' })}>
            Add contact
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** Which laboratories use it, and the lead time of each that differs. */
function Uses({ control, usedByAll }: { control: SupplierControl; usedByAll: boolean }) {
  const { field } = useController({ control, name: 'usedByAll' });
  const { fields, append, remove } = useFieldArray({ control, name: 'uses' });
  const { data = [] } = useQuery(laboratoryOptions);
  const options = data.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Stack sx={{ gap: 4 }}>
      <FormControlLabel
        control={<Checkbox checked={field.value} onChange={(_, checked) => field.onChange(checked)} />}
        label="Used by all laboratories, including new ones"
      />
      {fields.map(({ id }, index) => (
        <Part key={id} label={`Laboratory ${index + 1}`} onRemove={() => remove(index)}>
          <Box sx={pairStyle}>
            <FormSelect
              control={control}
              name={`uses.${index}.laboratoryId`}
              label="Laboratory"
              placeholder="Choose a laboratory"
              options={options}
            />
            <FormNumber
              control={control}
              name={`uses.${index}.leadTimeDays`}
              label="Different lead time"
              optional
              unit="days"
            />
          </Box>
        </Part>
      ))}
      {fields.length < MAX_SUPPLIER_USES && (
        <div>
          <Button startIcon={<Add />} onClick={() => append({ laboratoryId: '', leadTimeDays: null })}>
            {usedByAll ? 'Add different lead time' : 'Add laboratory'}
          </Button>
        </div>
      )}
    </Stack>
  );
}

type PartProps = { label: string; onRemove: () => void; children: ReactNode };

function Part({ label, onRemove, children }: PartProps) {
  return (
    <Box component="fieldset" aria-label={label} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Stack sx={{ gap: 3, flex: 1, minWidth: 0 }}>{children}</Stack>
        <IconButton aria-label={`Remove ${label}`} onClick={onRemove} sx={{ mt: 6 }}>
          <Delete />
        </IconButton>
      </Stack>
    </Box>
  );
}
