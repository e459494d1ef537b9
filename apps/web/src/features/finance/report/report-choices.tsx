import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import {
  categoriesOf,
  paymentMethodLabels,
  paymentMethods,
  reportGroupLabels,
  reportGroups,
  transactionCategories,
  transactionCategoryLabels,
  transactionTypeLabels,
  transactionTypes,
} from '@shifa/contract';
import { Choice } from '../period/period-chooser';
import { ReportState } from './report-state';

type ReportChoicesProps = { state: ReportState; onChange: (patch: Partial<ReportState>) => void };

/** What the report adds up, and by what. */
export function ReportChoices({ state, onChange }: ReportChoicesProps) {
  const { groupBy, type, category, paymentMethod, compare } = state;
  const categories = type ? categoriesOf[type] : transactionCategories;
  return (
    <>
      <Choice
        label="Group by"
        value={groupBy}
        options={optionsOf(reportGroups, reportGroupLabels)}
        onChange={(value) => onChange({ groupBy: ReportState.shape.groupBy.parse(value) })}
      />
      <Choice
        label="Type"
        value={type ?? ''}
        options={[{ value: '', label: 'Income and expenses' }, ...optionsOf(transactionTypes, transactionTypeLabels)]}
        onChange={(value) => onChange({ type: ReportState.shape.type.parse(orNone(value)), category: undefined })}
      />
      <Choice
        label="Category"
        value={category ?? ''}
        options={[{ value: '', label: 'All categories' }, ...optionsOf(categories, transactionCategoryLabels)]}
        onChange={(value) => onChange({ category: ReportState.shape.category.parse(orNone(value)) })}
      />
      <Choice
        label="Payment method"
        value={paymentMethod ?? ''}
        options={[{ value: '', label: 'All methods' }, ...optionsOf(paymentMethods, paymentMethodLabels)]}
        onChange={(value) => onChange({ paymentMethod: ReportState.shape.paymentMethod.parse(orNone(value)) })}
      />
      <FormControlLabel
        control={
          <Switch
            checked={compare === 'previous'}
            onChange={(_, on) => onChange({ compare: on ? 'previous' : undefined })}
          />
        }
        label="Compare with the period before"
        sx={{ minHeight: 36 }}
      />
    </>
  );
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

function orNone(value: string): string | undefined {
  return value === '' ? undefined : value;
}
