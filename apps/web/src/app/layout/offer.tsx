import Close from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import logo from '../../assets/logo.svg';
import { product } from '../../config/product';
import { appUpdate } from '../../lib/app-update';
import { installOffer } from '../../lib/install-offer';
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

const offers = {
  update: {
    title: `A new version of ${product.name} is ready`,
    text: "The page reloads. Save what you're entering first.",
    verb: 'Update',
    accept: appUpdate.load,
    close: appUpdate.close,
  },
  install: {
    title: `Install ${product.name}`,
    text: 'Open it from your home screen or desktop.',
    verb: 'Install',
    accept: installOffer.install,
    close: installOffer.close,
  },
};

/** Something that the person may accept or close. */
export function Offer({ kind }: { kind: keyof typeof offers }) {
  const { title, text, verb, accept, close } = offers[kind];
  return (
    <Card aria-label={title}>
      <img src={logo} alt="" width={32} height={32} />
      <div>
        <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </div>
      <Button variant="outlined" color="inherit" onClick={accept}>
        {verb}
      </Button>
      <IconButton aria-label="Close" onClick={close}>
        <Close fontSize="small" />
      </IconButton>
    </Card>
  );
}
