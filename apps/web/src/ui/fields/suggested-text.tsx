import { type ReactNode, type Ref, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced';
import { AutocompleteInput } from './autocomplete-input';
import { Field } from './field';
import { Offer } from './offer';

/** Suggestions for what was typed. Called as a hook; `open` says whether they are shown. */
export type UseSuggestions = (typed: string, open: boolean) => readonly string[];

export type SuggestedTextProps = {
  label: string;
  optional?: boolean;
  help?: ReactNode;
  error?: string;
  value: string;
  onChange: (text: string) => void;
  /** A suggestion was chosen, or the control was left. */
  onCommit: (text: string) => void;
  useSuggestions: UseSuggestions;
  inputRef?: Ref<unknown>;
};

/** Any text, with suggestions. */
export function SuggestedText(props: SuggestedTextProps) {
  const { value, onChange, onCommit, useSuggestions, inputRef, ...labels } = props;
  const [open, setOpen] = useState(false);
  const suggestions = useSuggestions(useDebounced(value).trim(), open);
  return (
    <Field {...labels}>
      {({ id, error, ...described }) => (
        <Offer
          freeSolo
          fullWidth
          id={id}
          open={open && suggestions.length > 0}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          options={suggestions}
          value={value === '' ? null : value}
          inputValue={value}
          onInputChange={(_, text, reason) => {
            if (reason !== 'reset') onChange(text);
          }}
          onChange={(_, chosen) => {
            onChange(chosen ?? '');
            onCommit(chosen ?? '');
          }}
          onBlur={() => onCommit(value)}
          renderInput={({ fullWidth, slotProps }) => (
            <AutocompleteInput
              {...described}
              fullWidth={fullWidth}
              slotProps={slotProps}
              error={error}
              inputRef={inputRef}
              maxLength={120}
            />
          )}
        />
      )}
    </Field>
  );
}
