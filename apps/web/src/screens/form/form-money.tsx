import { readRupees } from '@shifa/contract';
import { type FieldValues, useController } from 'react-hook-form';
import { formatMoney } from '../../lib/format';
import { Field } from '../../ui/fields/field';
import type { BoundFieldProps } from '../../ui/fields/form-text';
import { ParsedInput, type ParsedInputProps } from '../../ui/fields/parsed-input';

type FormMoneyProps<Values extends FieldValues> = BoundFieldProps<Values> &
  Pick<ParsedInputProps, 'readOnly' | 'placeholder' | 'autoFocus'>;

/** Rupees in a form, held as whole paise; grouping commas are accepted and set. */
export function FormMoney<Values extends FieldValues>(props: FormMoneyProps<Values>) {
  const { control, name, readOnly, placeholder, autoFocus, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {(a11y) => (
        <ParsedInput
          {...bound}
          {...a11y}
          inputRef={ref}
          readOnly={readOnly}
          placeholder={placeholder}
          autoFocus={autoFocus}
          parse={readRupees}
          print={(paise) => formatMoney(paise).replace('₹', '')}
          before="₹"
        />
      )}
    </Field>
  );
}
