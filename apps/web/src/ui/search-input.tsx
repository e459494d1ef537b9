import Close from '@mui/icons-material/CloseOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef } from 'react';
import { useTypedText } from '../lib/use-typed-text';
import { useShortcuts } from './shortcuts';

/** As long as the contract allows. */
const MAX_LENGTH = 100;

type SearchInputProps = {
  /** What is searched: `Search laboratories`. */
  label: string;
  /** What the empty field shows, where the label has no room. */
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A search that goes out when the typing pauses. */
export function SearchInput({ label, placeholder = label, value, onChange }: SearchInputProps) {
  const { typed, setTyped } = useTypedText(value, onChange);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: ['/'], effect: label, run: () => input.current?.focus() }]);

  return (
    <OutlinedInput
      inputRef={input}
      size="small"
      value={typed}
      placeholder={placeholder}
      onChange={(event) => setTyped(event.target.value)}
      inputProps={{ 'aria-label': label, type: 'search', enterKeyHint: 'search', maxLength: MAX_LENGTH }}
      startAdornment={<Search sx={{ fontSize: 18, mr: 2, color: 'text.secondary' }} />}
      endAdornment={
        typed === '' ? undefined : (
          <IconButton size="small" edge="end" aria-label="Clear search" onClick={() => setTyped('')}>
            <Close sx={{ fontSize: 16 }} />
          </IconButton>
        )
      }
      sx={{
        minHeight: 36,
        '@media (pointer: coarse)': { minHeight: 44 },
        pl: 3,
        '& input': { py: '7px', pl: 0, '&::-webkit-search-cancel-button': { display: 'none' } },
      }}
    />
  );
}
