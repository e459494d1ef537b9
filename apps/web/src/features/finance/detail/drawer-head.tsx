import Close from '@mui/icons-material/CloseOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CopyButton } from '../../../components/copy-button';

type DrawerHeadProps = {
  /** Absent until the entry is there. */
  number: string | undefined;
  onClose: () => void;
};

/** The number of the entry, to be read out or copied, and the way out. */
export function DrawerHead({ number, onClose }: DrawerHeadProps) {
  return (
    <Stack direction="row" sx={headStyle}>
      <Typography variant="h3" component="h2" className="tabular">
        {number ?? 'Entry'}
      </Typography>
      {number !== undefined && <CopyButton text={number} label="Copy number" />}
      <IconButton aria-label="Close" onClick={onClose} edge="end" sx={{ ml: 'auto' }}>
        <Close />
      </IconButton>
    </Stack>
  );
}

const headStyle = {
  flexShrink: 0,
  alignItems: 'center',
  gap: 1,
  minHeight: 56,
  px: { xs: 4, sm: 6 },
  borderBottom: 1,
  borderColor: 'divider',
};
