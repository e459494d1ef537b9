import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Bench } from '../components/drawings';
import { EmptyState } from '../components/empty-state';
import { PageHeader } from '../components/page-header';
import { paths } from '../config/paths';

/** A section that the product will have and does not have yet, and says so. */
export function UnbuiltPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        drawing={<Bench />}
        action={
          <Button variant="outlined" color="inherit" component={Link} to={paths.dashboard}>
            Go to Dashboard
          </Button>
        }
      >
        {children} This section is not built yet.
      </EmptyState>
    </>
  );
}
