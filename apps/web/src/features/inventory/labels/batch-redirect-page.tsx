import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { withQuery } from '../../../lib/with-query';

/** Where the code on a label leads: to the item, with the batch marked. */
export function BatchRedirectPage() {
  const { batchId = '' } = useParams();
  const { data, error, refetch } = useQuery(queryOf(api.inventory.batch, { params: { id: batchId } }));
  if (data) return <Navigate replace to={withQuery(paths.inventoryItem(data._id), { batch: batchId })} />;
  if (!error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Batch" back={<BackLink to={paths.inventory}>Inventory</BackLink>} />
      <NotLoaded query={{ error, refetch }} what="the batch" missing="batch" skeleton={null} />
    </>
  );
}
