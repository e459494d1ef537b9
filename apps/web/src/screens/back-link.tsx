import ArrowBack from '@mui/icons-material/ArrowBackOutlined';
import Button from '@mui/material/Button';
import { Link, parsePath, type To } from 'react-router-dom';
import { BACK, usePlaces } from '../data/places';

/** Above a page's title: the way back to the list it belongs to, as the person left it. */
export function BackLink({ to, children }: { to: To; children: string }) {
  const { paths } = usePlaces();
  const path = typeof to === 'string' ? parsePath(to) : to;
  const search = path.search || paths.get(path.pathname ?? '')?.search;
  return (
    <Button
      className="not-printed"
      component={Link}
      to={{ ...path, search }}
      state={BACK}
      color="inherit"
      size="small"
      startIcon={<ArrowBack />}
      sx={{ alignSelf: 'flex-start', mb: 2, ml: -2, color: 'text.secondary' }}
    >
      {children}
    </Button>
  );
}
