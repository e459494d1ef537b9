import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

type FileDropProps = {
  /** The button's words: `Choose a file`. */
  label: string;
  /** What is taken, or the name of what was chosen. */
  help: string;
  /** As the browser's own dialog wants it: `.xlsx,.csv`. */
  accept: string;
  /** Whether several may come at once; each is handed over by itself. */
  multiple?: boolean;
  disabled?: boolean;
  /** Another way to bring a file, beside the button. */
  beside?: ReactNode;
  onFile: (file: File) => void;
};

/** A file, chosen or dropped. */
export function FileDrop(props: FileDropProps) {
  const { label, help, accept, multiple = false, disabled = false, beside, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (!disabled) [...(files ?? [])].slice(0, multiple ? undefined : 1).forEach(onFile);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
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
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files);
          // The same file, mended, is chosen again.
          event.target.value = '';
        }}
      />
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<UploadFile />}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        {beside}
      </Stack>
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
