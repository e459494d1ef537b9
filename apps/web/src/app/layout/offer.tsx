import Close from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import logo from '../../assets/logo.svg';
import { radius, space } from '../theme/tokens';

/**
 * Stays in sight at the bottom of the window and rests below the content at the end of a page, so that nothing is
 * covered for good: on a phone above what stays at the bottom of the window.
 */
const Card = styled('aside')(({ theme }) => ({
  position: 'sticky',
  bottom: space.gutter,
  zIndex: theme.zIndex.fab,
  boxSizing: 'border-box',
  width: 464,
  maxWidth: `calc(100% - ${2 * space.gutterPhone}px)`,
  margin: `0 ${space.gutter}px ${space.gutter}px auto`,
  padding: '12px 8px 12px 16px',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: radius.card,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: '0 8px 24px rgb(8 24 28 / 0.14)',
  '& img': { display: 'block', flexShrink: 0 },
  '& > div': { flex: 1, minWidth: 0 },
  [theme.breakpoints.down('md')]: {
    bottom: `calc(var(--bottom-bar) + ${space.gutterPhone}px + env(safe-area-inset-bottom))`,
    marginInline: `auto ${space.gutterPhone}px`,
  },
  [theme.breakpoints.down('sm')]: {
    width: 'auto',
    margin: `0 ${space.gutterPhone}px`,
    // The less of a phone it covers, the better: its name says enough there.
    '& p + p': { display: 'none' },
  },
  '@media print': { display: 'none' },
}));

type OfferProps = {
  title: string;
  verb: string;
  onAccept: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Something that the person may accept or close. */
export function Offer({ title, verb, onAccept, onClose, children }: OfferProps) {
  return (
    <Card aria-label={title}>
      <img src={logo} alt="" width={32} height={32} />
      <div>
        <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {children}
        </Typography>
      </div>
      <Button variant="outlined" color="inherit" onClick={onAccept}>
        {verb}
      </Button>
      <IconButton aria-label="Close" onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </Card>
  );
}
