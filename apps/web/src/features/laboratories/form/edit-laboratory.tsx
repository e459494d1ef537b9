import { useQuery } from '@tanstack/react-query';
import { LoadingDrawer } from '../../../components/form/loading-drawer';
import { laboratoryQueries } from '../laboratory.queries';
import { LaboratoryForm } from './laboratory-form';

type EditLaboratoryProps = { id: string; onClose: () => void };

/** The form on a laboratory's newest version, which is fetched first. */
export function EditLaboratory({ id, onClose }: EditLaboratoryProps) {
  const query = useQuery({ ...laboratoryQueries.detail(id), staleTime: 0 });
  // Later versions reach the open form as an offer; they must not take away what was typed.
  if (query.data && query.isFetchedAfterMount) return <LaboratoryForm laboratory={query.data} onClose={onClose} />;
  return <LoadingDrawer title="Edit laboratory" thing="laboratory" query={query} onClose={onClose} />;
}
