import { PersonExtensions } from '../../screens/detail/person-extensions';
import { StaffDetailPage } from '../../features/staff/staff-detail-page';
import { lazyComponent } from '../../lib/lazy-component';
import { personExtensions } from './person-extensions';

const UserPermissionsEditor = lazyComponent(
  async () => (await import('../../features/permissions/user-permissions-editor')).UserPermissionsEditor,
);

/** A person with what every feature knows of them. */
export function PersonPage() {
  return (
    <PersonExtensions value={personExtensions}>
      <StaffDetailPage permissions={(userId) => <UserPermissionsEditor userId={userId} />} />
    </PersonExtensions>
  );
}
