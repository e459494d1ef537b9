import { readPrice, readRupees } from '@shifa/contract';
import { type FieldValues, useController } from 'react-hook-form';
import { formatMoney } from '../../lib/format';
import { Field } from '../../ui/fields/field';
import type { BoundFieldProps } from '../../ui/fields/form-text';
import { ParsedInput, type ParsedInputProps } from '../../ui/fields/parsed-input';

type MoneyInputProps = Omit<ParsedInputProps, 'parse' | 'print' | 'before' | 'whole'> & {
  /** Zero is an amount, too, such as the price of a sample. */
  withZero?: boolean;
};

/** Rupees, held as whole paise; grouping commas are accepted and set. */
export function MoneyInput({ withZero = false, ...input }: MoneyInputProps) {
  return (
    <ParsedInput
      {...input}
      parse={withZero ? readPrice : readRupees}
      print={(paise) => formatMoney(paise).replace('₹', '')}
      before="₹"
    />
  );
}

type FormMoneyProps<Values extends FieldValues> = BoundFieldProps<Values> &
  Pick<MoneyInputProps, 'readOnly' | 'placeholder' | 'autoFocus' | 'withZero'>;

/** An amount of a form. */
export function FormMoney<Values extends FieldValues>(props: FormMoneyProps<Values>) {
  const { control, name, readOnly, placeholder, autoFocus, withZero, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {(a11y) => (
        <MoneyInput
          {...bound}
          {...a11y}
          inputRef={ref}
          readOnly={readOnly}
          placeholder={placeholder}
          autoFocus={autoFocus}
          withZero={withZero}
        />
      )}
    </Field>
  );
}
