import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, gstRates, type OrderBills } from '@shifa/contract';
import { formatMoney } from '../../../lib/format';
import { MoneyInput } from '../../../screens/form/form-money';
import { SelectInput } from '../../../ui/fields/choice';
import { Field } from '../../../ui/fields/field';
import { NumberInput } from '../../../ui/fields/form-number';
import { formatRate } from './bill-display';
import type { BilledLine } from './bill-lines';

const rates = [
  { value: '', label: 'Choose' },
  ...gstRates.map((rate) => ({ value: String(rate), label: formatRate(rate) })),
];

type BilledLineFieldsProps = {
  line: OrderBills['lines'][number];
  values: BilledLine;
  faultOf: (field: keyof BilledLine) => string | undefined;
  onChange: (change: Partial<BilledLine>) => void;
};

/** What the bill says of one line of the order, beside what was ordered, received and billed before. */
export function BilledLineFields({ line, values, faultOf, onChange }: BilledLineFieldsProps) {
  const { name, unit, ordered, received, billed } = line;
  const known = [
    `${formatQuantity(ordered, unit)} ordered at ${formatMoney(line.pricePaise)}`,
    received === 0 ? 'nothing received' : `${formatQuantity(received, unit)} received`,
    ...(billed > 0 ? [`${formatQuantity(billed, unit)} billed before`] : []),
  ];
  return (
    <Stack component="section" aria-label={name} sx={{ gap: 3, borderTop: 1, borderColor: 'divider', pt: 4 }}>
      <div>
        <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular">
          {known.join(' · ')}
        </Typography>
      </div>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr' }, gap: 3 }}>
        <Field label="Quantity" error={faultOf('quantity')}>
          {(a11y) => <NumberInput {...a11y} value={values.quantity} onChange={(quantity) => onChange({ quantity })} />}
        </Field>
        <Field label="Price per unit" error={faultOf('pricePaise')}>
          {(a11y) => (
            <MoneyInput
              {...a11y}
              withZero
              value={values.pricePaise}
              onChange={(pricePaise) => onChange({ pricePaise })}
            />
          )}
        </Field>
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
          <SelectInput
            label="GST"
            error={faultOf('gstRate')}
            value={String(values.gstRate ?? '')}
            options={rates}
            onChange={(rate) => onChange({ gstRate: gstRates.find((known) => String(known) === rate) ?? null })}
          />
        </Box>
      </Box>
    </Stack>
  );
}
