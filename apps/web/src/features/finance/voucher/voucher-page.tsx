import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { NoLongerVisible } from '../../../ui/feedback/no-longer-visible';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { isHidden } from '../../../lib/api-error';
import { laboratoryDetail } from '../../../data/laboratory-detail';
import { queryOf } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { transactionResource } from '../transaction.resource';
import { Voucher, voucherTitle } from './voucher';

/** An entry as a printable document. */
export function VoucherPage() {
  const { id = '' } = useParams();
  // Read again whenever the page is opened: what is printed and filed must not be out of date.
  const entry = useQuery({ ...transactionResource.detail(id), staleTime: 0 });
  const seesLaboratory = usePermission('laboratories.view').allowed;
  const laboratoryId = entry.data?.laboratoryId._id ?? '';
  // Without the address, the voucher still shows the laboratory's name.
  const laboratory = useQuery({
    ...laboratoryDetail(laboratoryId),
    staleTime: 0,
    enabled: seesLaboratory && laboratoryId !== '',
  });

  // Without the seal, such as offline, the voucher is printed without it.
  const seal = useQuery({ ...queryOf(api.transactions.seal, { params: { id } }), staleTime: 0 });

  if (entry.data && !isHidden(entry.error)) {
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
              loading={entry.isFetching || laboratory.isFetching || seal.isFetching}
              onClick={() => window.print()}
            >
              Print
            </Button>
          }
        />
        <Voucher entry={entry.data} laboratory={laboratory.data} seal={seal.data?.seal ?? null} />
      </>
    );
  }
  return (
    <>
      <VoucherHead id={id} title="Voucher" />
      {entry.data && entry.error ? (
        <NoLongerVisible name={entry.data.transactionNo} noun="entry" />
      ) : (
        <NotLoaded query={entry} what="the voucher" missing="entry" skeleton={640} />
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
