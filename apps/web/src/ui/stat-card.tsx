import ArrowForward from '@mui/icons-material/ArrowForwardOutlined';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import type { Theme } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type StatCardProps = {
  label: string;
  /** The one figure, as text. */
  figure: ReactNode;
  /** Its change against the period before, in words and sign, or what it consists of. */
  note?: ReactNode;
  /** The list that the figure counts. */
  to?: string;
};

/** A label, one figure, what to make of it, and the way to the things it counts. */
export function StatCard({ label, figure, note, to }: StatCardProps) {
  const content = (
    <Stack sx={{ p: 5, gap: 1, height: '100%', boxSizing: 'border-box' }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', color: 'text.secondary' }}>
        <Typography variant="subtitle2" component="p">
          {label}
        </Typography>
        {to !== undefined && <ArrowForward className="arrow" sx={{ fontSize: 16 }} />}
      </Stack>
      <Typography variant="figure" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {figure}
      </Typography>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
    </Stack>
  );
  if (to === undefined) return <Card>{content}</Card>;
  return (
    <Card>
      <CardActionArea component={Link} to={to} sx={linkStyle}>
        {content}
      </CardActionArea>
    </Card>
  );
}

const linkStyle = (theme: Theme) => ({
  height: '100%',
  '& .arrow': { opacity: 0, transition: 'opacity 120ms ease-out' },
  '&:hover .arrow, &.Mui-focusVisible .arrow': { opacity: 1 },
  '@media (hover: none)': { '& .arrow': { opacity: 1 } },
  '& .MuiCardActionArea-focusHighlight': { display: 'none' },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&.Mui-focusVisible': { outlineOffset: -2 },
});
