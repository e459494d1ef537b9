import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useState } from 'react';

/** A password that can be looked at while it is typed. */
export function PasswordInput({ disabled, ...props }: OutlinedInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <OutlinedInput
      {...props}
      disabled={disabled}
      type={shown ? 'text' : 'password'}
      fullWidth
      endAdornment={
        <IconButton
          edge="end"
          size="small"
          disabled={disabled}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
        </IconButton>
      }
    />
  );
}
