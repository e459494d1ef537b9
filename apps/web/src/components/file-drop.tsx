import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';

type FileDropProps = {
  /** The button's words: `Choose a file`. */
  label: string;
  /** What is taken, or the name of what was chosen. */
  help: string;
  /** As the browser's own dialog wants it: `.xlsx,.csv`. */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
};

/** One file, chosen or dropped. */
export function FileDrop({ label, help, accept, disabled = false, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (file && !disabled) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files.item(0));
  };
  return (
    <Stack
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      sx={(theme) => dropStyle(theme, over)}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files?.item(0));
          // The same file, mended, is chosen again.
          event.target.value = '';
        }}
      />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<UploadFile />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {help}
      </Typography>
    </Stack>
  );
}

const dropStyle = (theme: Theme, over: boolean) => ({
  alignItems: 'center',
  gap: 2,
  p: 6,
  textAlign: 'center' as const,
  borderRadius: '12px',
  border: `1px dashed ${over ? theme.vars.palette.primary.main : theme.vars.palette.control}`,
  backgroundColor: over ? theme.vars.palette.action.hover : undefined,
});
