import type { Control } from 'react-hook-form';
import { FormChoice } from '../../../ui/fields/form-choice';
import type { CreateValues, NotificationToSend } from './create-values';
import type { Recipient } from './recipients';

type RecipientChoiceProps = {
  control: Control<CreateValues, unknown, NotificationToSend>;
  name: 'recipientId' | 'laboratoryId';
  label: string;
  options: readonly Recipient[];
  loading: boolean;
  /** The options could not be loaded. */
  failed: boolean;
  /** The text that the server found the options for. */
  foundFor?: string | undefined;
  onSearch?: (text: string) => void;
};

/** One person or laboratory, found by name, code or place. */
export function RecipientChoice({ options, failed, onSearch, ...field }: RecipientChoiceProps) {
  return (
    <FormChoice
      {...field}
      error={failed ? "Couldn't load the list. Close the form and open it again." : undefined}
      options={options.map(({ detail, ...option }) => ({
        ...option,
        secondary: detail,
        words: `${option.label} ${detail}`,
      }))}
      // What is set is no text to search for.
      onText={(text, reason) => onSearch?.(reason === 'input' ? text : '')}
      openOnFocus
      slotProps={{ listbox: { sx: { maxHeight: '16rem' } } }}
    />
  );
}
