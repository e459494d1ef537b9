import ArrowBack from '@mui/icons-material/ArrowBackOutlined';
import Button from '@mui/material/Button';
import { Link, type To } from 'react-router-dom';

/** Above a page's title: the way back to the list it belongs to. */
export function BackLink({ to, children }: { to: To; children: string }) {
  return (
    <Button
      className="not-printed"
      component={Link}
      to={to}
      color="inherit"
      size="small"
      startIcon={<ArrowBack />}
      sx={{ alignSelf: 'flex-start', mb: 2, ml: -2, color: 'text.secondary' }}
    >
      {children}
    </Button>
  );
}
