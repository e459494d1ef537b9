import { type ReactNode, type Ref, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced';
import { Combobox, type ComboboxOption } from './combobox';

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
export function SuggestedText({ value, onChange, onCommit, useSuggestions, ...field }: SuggestedTextProps) {
  const [open, setOpen] = useState(false);
  const suggestions = useSuggestions(useDebounced(value).trim(), open);
  const commit = (text: string) => {
    onChange(text);
    onCommit(text);
  };
  return (
    <Combobox
      {...field}
      open={open && suggestions.length > 0}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={suggestions.map(optionOf)}
      value={value === '' ? null : optionOf(value)}
      text={value}
      onText={(text, reason) => {
        if (reason !== 'reset') onChange(text);
      }}
      onChange={(option) => commit(option?.value ?? '')}
      onEnter={commit}
      onBlur={() => onCommit(value)}
      maxLength={120}
    />
  );
}

function optionOf(text: string): ComboboxOption {
  return { value: text, label: text };
}
