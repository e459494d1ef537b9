import Close from '@mui/icons-material/CloseOutlined';
import Drawer, { type DrawerProps } from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type SideDrawerProps = Omit<DrawerProps, 'anchor' | 'title' | 'onClose' | 'slotProps'> & {
  title: ReactNode;
  /** The name of the dialog, if it is not the title. */
  label?: string;
  titleVariant?: 'h2' | 'h3';
  /** Beside the title. */
  tool?: ReactNode;
  width?: number;
  onClose: () => void;
};

/** Something beside the page that it belongs to; the whole window on a phone. */
export function SideDrawer(props: SideDrawerProps) {
  const { title, label, titleVariant = 'h2', tool, width, onClose, children, ...drawer } = props;
  const id = useId();
  const name = label === undefined ? { 'aria-labelledby': id } : { 'aria-label': label };
  return (
    <Drawer
      open
      {...drawer}
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', ...name, sx: { width: { sm: width } } } }}
    >
      <Stack direction="row" sx={headStyle}>
        <Typography id={id} variant={titleVariant} component="h2" className="tabular">
          {title}
        </Typography>
        {tool}
        <IconButton aria-label="Close" onClick={onClose} edge="end" sx={{ ml: 'auto' }}>
          <Close />
        </IconButton>
      </Stack>
      {children}
    </Drawer>
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

/** What a drawer shows. It scrolls between the head and the foot. */
export function DrawerBody({ gap = 4, children }: { gap?: number; children: ReactNode }) {
  return <Stack sx={{ ...bodyStyle, gap }}>{children}</Stack>;
}

const bodyStyle = {
  flex: 1,
  overflowY: 'auto',
  px: { xs: 4, sm: 6 },
  py: 5,
  // What scrolls by itself would otherwise be squeezed to nothing.
  '& > *': { flexShrink: 0 },
};

type DrawerFootProps = {
  /** There the first button has the first line of a phone for itself. */
  twoLines?: boolean;
  children: ReactNode;
};

/** The buttons of a drawer, under the thumb on a phone. */
export function DrawerFoot({ twoLines = false, children }: DrawerFootProps) {
  return (
    <Stack direction="row" sx={twoLines ? twoLinesStyle : footStyle}>
      {children}
    </Stack>
  );
}

const footStyle = {
  flexShrink: 0,
  alignItems: 'center',
  gap: 2,
  px: { xs: 4, sm: 6 },
  pt: 3,
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  borderTop: 1,
  borderColor: 'divider',
  '&:empty': { display: 'none' },
  '& > .MuiButton-root': { minHeight: { xs: 48, sm: 36 } },
  '& > [data-decisive]': { flexGrow: { xs: 1, sm: 0 } },
};

const twoLinesStyle = {
  ...footStyle,
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& > button:first-of-type': { flexBasis: { xs: '100%', sm: 'auto' } },
} as const;
