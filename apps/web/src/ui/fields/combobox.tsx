import Autocomplete, { type AutocompleteInputChangeReason, type AutocompleteProps } from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, type Ref, useState } from 'react';
import { containsTyped } from '../../lib/contains-typed';
import { Field, type FieldProps } from './field';

export type ComboboxOption = {
  value: string;
  /** In the box once it is chosen. */
  label: string;
  /** Below the label in the list. */
  secondary?: string;
  /** In the list instead of the label. */
  content?: ReactNode;
  /** What it is found by; by default its label. */
  words?: string;
  /** The heading above it. */
  group?: string;
  /** Why it cannot be chosen; shown below the label. */
  disabledReason?: string | undefined;
};

type Passed =
  | 'autoHighlight'
  | 'autoSelect'
  | 'disableClearable'
  | 'disabled'
  | 'loading'
  | 'loadingText'
  | 'noOptionsText'
  | 'onBlur'
  | 'onClose'
  | 'onOpen'
  | 'open'
  | 'openOnFocus'
  | 'readOnly'
  | 'slotProps';

export type ComboboxProps = Pick<AutocompleteProps<ComboboxOption, false, boolean, boolean>, Passed> &
  FieldProps & {
    options: readonly ComboboxOption[];
    value: ComboboxOption | null;
    onChange: (option: ComboboxOption | null) => void;
    /** Enter on a text that is no option. With it, any text can be entered. */
    onEnter?: (text: string) => void;
    /** The text in the box, if it is held outside. */
    text?: string;
    /** The text in the box has changed; `input` is by typing, `reset` to that of the value. */
    onText?: (text: string, reason: AutocompleteInputChangeReason) => void;
    /** The text that the server found the options for. It may have found them by more than they show. */
    foundFor?: string | undefined;
    placeholder?: string;
    maxLength?: number;
    inputRef?: Ref<unknown>;
  };

/**
 * A box with options to choose from. What it offers always contains the text that is in the box at that moment, also
 * while options for an earlier text are still shown: Enter must never take something else than what was typed.
 */
export function Combobox(props: ComboboxProps) {
  const { label, optional, help, error: fault, ...box } = props;
  const { options, value, onChange, onEnter, text, onText, foundFor, placeholder, maxLength, inputRef, ...passed } =
    box;
  const [isTyped, setTyped] = useState(false);
  const stable = useSame(value);
  return (
    <Field label={label} optional={optional} help={help} error={fault}>
      {({ id, error, ...described }) => (
        <Autocomplete<ComboboxOption, false, boolean, boolean>
          {...passed}
          id={id}
          freeSolo={onEnter !== undefined}
          forcePopupIcon={passed.readOnly ? false : 'auto'}
          // Only what was typed for: a list that was merely looked at chooses nothing.
          autoSelect={passed.autoSelect && isTyped}
          options={options}
          value={stable}
          onChange={(_, option) => (typeof option === 'string' ? onEnter?.(option) : onChange(option))}
          inputValue={text}
          onInputChange={(_, changed, reason) => {
            setTyped(reason === 'input' && changed !== '');
            onText?.(changed, reason);
          }}
          groupBy={options[0]?.group === undefined ? undefined : ({ group = '' }) => group}
          getOptionLabel={(option) => (typeof option === 'string' ? option : option.label)}
          getOptionKey={(option) => (typeof option === 'string' ? option : option.value)}
          getOptionDisabled={({ disabledReason }) => disabledReason !== undefined}
          isOptionEqualToValue={(option, chosen) => typeof chosen !== 'string' && option.value === chosen.value}
          filterOptions={(all, { inputValue }) => {
            // Of a text that is held outside, MUI tells only what was typed since it was set.
            const typed = (text ?? inputValue).trim();
            if (typed === '' || typed === foundFor) return all;
            return all.filter((option) => containsTyped(option.words ?? option.label, typed));
          }}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item}>
              <Shown option={option} />
            </li>
          )}
          renderInput={({ fullWidth, slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth={fullWidth}
              placeholder={placeholder}
              inputProps={{ ...slotProps.htmlInput, ...described, maxLength }}
              inputRef={inputRef}
              error={error}
            />
          )}
        />
      )}
    </Field>
  );
}

function Shown({
  option: { label, content = label, secondary, disabledReason = secondary },
}: {
  option: ComboboxOption;
}) {
  if (!disabledReason) return content;
  return <ListItemText primary={content} secondary={disabledReason} sx={{ my: 0 }} />;
}

/** The same object while it has the same value: MUI resets what is being typed when it gets another object. */
function useSame(option: ComboboxOption | null): ComboboxOption | null {
  const [same, setSame] = useState(option);
  if (same?.value === option?.value && same?.label === option?.label) return same;
  setSame(option);
  return option;
}
