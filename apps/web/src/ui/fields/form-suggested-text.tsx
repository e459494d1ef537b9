import { type FieldValues, useController } from 'react-hook-form';
import type { BoundFieldProps } from './form-text';
import { SuggestedText, type SuggestedTextProps } from './suggested-text';

type FormSuggestedTextProps<Values extends FieldValues> = BoundFieldProps<Values> &
  Pick<SuggestedTextProps, 'useSuggestions'>;

/** Text with suggestions in a form. A file of its own, because filters do not need the form library. */
export function FormSuggestedText<Values extends FieldValues>(props: FormSuggestedTextProps<Values>) {
  const { control, name, ...text } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <SuggestedText
      {...text}
      value={field.value}
      onChange={field.onChange}
      onCommit={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
