import Close from '@mui/icons-material/CloseOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcuts } from './shortcuts';

const PAUSE_MS = 300;

type SearchInputProps = {
  /** What is searched: `Search laboratories`. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A search that goes out when the typing pauses. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from elsewhere, as by the back button or «clear filters».
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  const send = useEffectEvent(() => {
    if (typed.trim() !== value) onChange(typed.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: ['/'], effect: label, run: () => input.current?.focus() }]);

  return (
    <OutlinedInput
      inputRef={input}
      size="small"
      value={typed}
      placeholder={label}
      onChange={(event) => setTyped(event.target.value)}
      inputProps={{ 'aria-label': label, type: 'search', enterKeyHint: 'search' }}
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
        pl: 3,
        '& input': { py: '7px', pl: 0, '&::-webkit-search-cancel-button': { display: 'none' } },
      }}
    />
  );
}
