import Lock from '@mui/icons-material/LockOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useState } from 'react';

export type ParsedInputProps = Pick<
  OutlinedInputProps,
  'id' | 'name' | 'error' | 'readOnly' | 'placeholder' | 'autoFocus' | 'inputRef' | 'onBlur' | 'aria-describedby'
> & {
  /** Blank is `null`; a text that cannot be read is `NaN`, one beyond the maximum can be `Infinity`. */
  value: number | null;
  onChange: (value: number | null) => void;
  parse: (text: string) => number;
  print: (value: number) => string;
  /** Whole numbers need no decimal point and no sign on the keyboard of a phone. */
  whole?: boolean;
  before?: ReactNode;
  after?: ReactNode;
};

/** A figure that is typed as text. It stays as it was typed while it means the value, and is tidied when left. */
export function ParsedInput({
  value,
  onChange,
  onBlur,
  parse,
  print,
  whole = false,
  before,
  after,
  ...input
}: ParsedInputProps) {
  const ending = input.readOnly ? <Lock fontSize="small" /> : after;
  const [typed, setTyped] = useState('');
  const read = (text: string) => (text.trim() === '' ? null : parse(text));
  const printed = value === null || !Number.isFinite(value) ? '' : print(value);
  const text = Object.is(read(typed), value) ? typed : printed;
  return (
    <OutlinedInput
      {...input}
      fullWidth
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(read(event.target.value));
      }}
      onBlur={(event) => {
        if (printed !== '') setTyped(printed);
        onBlur?.(event);
      }}
      inputProps={{ inputMode: whole ? 'numeric' : 'decimal', enterKeyHint: 'done', autoComplete: 'off' }}
      startAdornment={before === undefined ? undefined : <InputAdornment position="start">{before}</InputAdornment>}
      sx={before === undefined ? undefined : { '& input': { pl: 0 } }}
      endAdornment={ending === undefined ? undefined : <InputAdornment position="end">{ending}</InputAdornment>}
    />
  );
}
