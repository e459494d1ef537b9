import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../../components/back-link';
import { EmptyDish } from '../../../components/drawings';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { PageHeader } from '../../../components/page-header';
import { paths } from '../../../config/paths';
import { isMissing } from '../../../lib/api-error';
import { usePermission } from '../../../lib/use-session';
import { transactionQueries } from '../transaction.queries';
import { Voucher } from './voucher';
import { voucherTitle } from './voucher-words';
import { letterhead } from './voucher.queries';

/** One entry on one sheet of paper. */
export function VoucherPage() {
  const { id = '' } = useParams();
  const entry = useQuery(transactionQueries.detail(id));
  const seesLaboratory = usePermission('laboratories.view').allowed;
  const laboratoryId = entry.data?.laboratoryId._id ?? '';
  // Without its address a voucher still tells the laboratory's name.
  const laboratory = useQuery({ ...letterhead(laboratoryId), enabled: seesLaboratory && laboratoryId !== '' });

  if (entry.data) {
    const title = voucherTitle(entry.data);
    return (
      <>
        <VoucherHead
          id={id}
          title={title}
          documentTitle={`${title} ${entry.data.transactionNo}`}
          action={
            <Button
              variant="contained"
              startIcon={<Print />}
              loading={laboratory.isLoading}
              onClick={() => window.print()}
            >
              Print
            </Button>
          }
        />
        <Voucher entry={entry.data} laboratory={laboratory.data} />
      </>
    );
  }
  return (
    <>
      <VoucherHead id={id} title="Voucher" />
      {!entry.error ? (
        <Skeleton variant="rectangular" height={640} />
      ) : isMissing(entry.error) ? (
        <EmptyState drawing={<EmptyDish />}>This entry does not exist, or is not yours to see.</EmptyState>
      ) : (
        <ErrorState title="The voucher could not be loaded" error={entry.error} onRetry={() => void entry.refetch()} />
      )}
    </>
  );
}

type VoucherHeadProps = { id: string; title: string; documentTitle?: string; action?: ReactNode };

function VoucherHead({ id, ...head }: VoucherHeadProps) {
  return (
    <Box className="not-printed">
      <PageHeader {...head} back={<BackLink to={`${paths.transactions}?entry=${id}`}>Entry</BackLink>} />
    </Box>
  );
}
