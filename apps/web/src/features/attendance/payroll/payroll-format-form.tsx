import Add from '@mui/icons-material/AddOutlined';
import Down from '@mui/icons-material/ArrowDownwardOutlined';
import Up from '@mui/icons-material/ArrowUpwardOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type PayrollColumn,
  payrollFaults,
  type PayrollFormat,
  type PayrollValue,
  payrollValueLabels,
  payrollValues,
  SetPayrollFormatBody,
} from '@shifa/contract';
import { useId } from 'react';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { api } from '../../../data/api';
import { keyOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { Banner } from '../../../ui/feedback/banner';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { PayrollPreview } from './payroll-preview';

/** Layout, unit and columns of the month sheet as a file, above the rows that they lead to. */
export function PayrollFormatForm({ format, onClose }: { format: PayrollFormat; onClose: () => void }) {
  const { layout: stored, time, columns, version } = format;
  const draft = useDraftedState<SetPayrollFormatBody>('payroll-format:network', {
    layout: stored,
    time,
    columns,
    version,
  });
  const values = draft.content;
  const parsed = SetPayrollFormatBody.safeParse(values);
  const issues = parsed.error?.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const faults = [...(issues ?? []), ...payrollFaults(values)];
  const faultAt = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const save = useWrite({
    send: (body: SetPayrollFormatBody, { signal }) => send(api.monthSheets.setPayrollFormat, { body }, { signal }),
    success: 'The payroll format was saved',
    failure: "Couldn't change the payroll format",
    // After a failure, someone else's change is shown behind the form, which then has to be opened again.
    stale: [keyOf(api.monthSheets.payrollFormat)],
    onSuccess: close,
  });
  function close() {
    draft.drop();
    onClose();
  }
  const setColumns = (columns: PayrollColumn[]) => draft.change({ columns });
  const unused = payrollValues.filter((value) => !values.columns.some((column) => column.value === value));
  const overall = faultAt('columns');
  return (
    <FormDrawer
      open
      title="Payroll format"
      verb="Save format"
      dirty={draft.dirty}
      pending={save.isPending}
      onStop={save.stop}
      {...(save.fault !== undefined && { error: save.fault })}
      incomplete={faults.length === 0 ? undefined : 'Correct the columns first'}
      onSubmit={() => parsed.data && save.mutate(parsed.data)}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={save} />
      <SegmentedChoice
        label="Layout"
        value={values.layout}
        segments={[
          { value: 'columns', label: 'A row per person' },
          { value: 'rows', label: 'A row per figure' },
        ]}
        onChange={(layout) => draft.change({ layout })}
      />
      <SegmentedChoice
        label="Overtime"
        value={values.time}
        segments={[
          { value: 'hours', label: 'Decimal hours' },
          { value: 'minutes', label: 'Minutes' },
        ]}
        onChange={(time) => draft.change({ time })}
      />
      <Typography variant="body2" color="textSecondary">
        {values.layout === 'columns'
          ? 'Each value with the header of its column.'
          : 'Each value with the header of its column or, for figures, its code.'}
      </Typography>
      <Stack component="ol" aria-label="Columns" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
        {values.columns.map((column, index) => (
          <ColumnFields
            key={column.value}
            column={column}
            place={index + 1}
            unused={unused}
            fault={faultAt(`columns.${index}.header`) ?? faultAt(`columns.${index}.value`)}
            isFirst={index === 0}
            isLast={index === values.columns.length - 1}
            onChange={(next) => setColumns(values.columns.with(index, next))}
            onMove={(by) => setColumns(moved(values.columns, index, by))}
            onRemove={() => setColumns(values.columns.toSpliced(index, 1))}
          />
        ))}
      </Stack>
      {overall !== undefined && <Banner tone="error">{overall}</Banner>}
      <Box>
        <Button
          color="inherit"
          variant="outlined"
          startIcon={<Add />}
          disabled={unused.length === 0}
          onClick={() => {
            const [value] = unused;
            if (value) setColumns([...values.columns, { value, header: payrollValueLabels[value] }]);
          }}
        >
          Add column
        </Button>
      </Box>
      <Typography variant="subtitle2" component="h3">
        Preview
      </Typography>
      <PayrollPreview format={values} />
    </FormDrawer>
  );
}

function moved(columns: readonly PayrollColumn[], index: number, by: number): PayrollColumn[] {
  const column = columns[index];
  return column ? columns.toSpliced(index, 1).toSpliced(index + by, 0, column) : [...columns];
}

type ColumnFieldsProps = {
  column: PayrollColumn;
  /** From 1 on. */
  place: number;
  unused: readonly PayrollValue[];
  fault: string | undefined;
  isFirst: boolean;
  isLast: boolean;
  onChange: (column: PayrollColumn) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
};

function ColumnFields(props: ColumnFieldsProps) {
  const { column, place, unused, fault, isFirst, isLast, onChange, onMove, onRemove } = props;
  const { value, header } = column;
  const name = payrollValueLabels[value];
  const choose = (next: PayrollValue) =>
    // A header that no one changed follows the value.
    onChange({ value: next, header: header === name ? payrollValueLabels[next] : header });
  const id = useId();
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: '1 1 0', minWidth: 0 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <Select
            native
            fullWidth
            size="small"
            value={value}
            inputProps={{ 'aria-label': `Value of column ${place}` }}
            onChange={({ target }) => choose(target.value)}
          >
            {[value, ...unused].map((one) => (
              <option key={one} value={one}>
                {payrollValueLabels[one]}
              </option>
            ))}
          </Select>
          <OutlinedInput
            fullWidth
            size="small"
            value={header}
            error={fault !== undefined}
            inputProps={{
              'aria-label': `Header of ${name}`,
              'aria-invalid': fault !== undefined,
              'aria-describedby': fault === undefined ? undefined : id,
            }}
            onChange={({ target }) => onChange({ value, header: target.value })}
          />
        </Box>
        {fault !== undefined && (
          <Typography id={id} variant="caption" color="error" component="p" sx={{ mt: 1 }}>
            {fault}
          </Typography>
        )}
      </Box>
      <Stack direction="row">
        <IconButton size="small" aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
          <Up fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
          <Down fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Delete fontSize="small" />
        </IconButton>
      </Stack>
    </Stack>
  );
}
