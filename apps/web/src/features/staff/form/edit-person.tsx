import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { LoadingDrawer } from '../../../components/form/loading-drawer';
import { staffQueries } from '../staff.queries';
import { StaffForm } from './staff-form';

type EditPersonProps = { id: string; onClose: () => void };

/** The form on a person's newest version, which is fetched first. */
export function EditPerson({ id, onClose }: EditPersonProps) {
  const { enqueueSnackbar } = useSnackbar();
  const query = useQuery({ ...staffQueries.detail(id), staleTime: 0 });
  // Later versions reach the open form as an offer; they must not take away what was typed.
  if (query.data && query.isFetchedAfterMount) {
    return (
      <StaffForm
        person={query.data}
        onSaved={({ name }) => {
          enqueueSnackbar(`${name} was saved`, { variant: 'success' });
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return <LoadingDrawer title="Edit person" thing="person" query={query} onClose={onClose} />;
}
