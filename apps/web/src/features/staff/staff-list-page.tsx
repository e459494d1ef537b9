import Add from '@mui/icons-material/AddOutlined';
import type { StaffListItem } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ActionEntry } from '../../components/action-menu';
import { GridTools } from '../../components/data-grid/grid-tools';
import { EmptyState } from '../../components/empty-state';
import { FilterBar } from '../../components/filter-bar';
import { NoResults } from '../../components/no-results';
import { PageHeader } from '../../components/page-header';
import { PermissionButton, useDeniedReason } from '../../components/permission-button';
import { SearchInput } from '../../components/search-input';
import { paths } from '../../config/paths';
import { useUrlState } from '../../lib/use-url-state';
import { BulkBar } from './bulk/bulk-bar';
import { NewPerson } from './form/new-person';
import { ImportStaff } from './import/import-staff';
import { StaffDeedDialog, useChosenDeed } from './staff-deed-dialog';
import { nothingNarrowed, onlyOne, staffSortOf, useStaffFilters } from './staff-filters';
import { isEveryStatus, StaffListState } from './staff-list-state';
import { StaffStats } from './staff-stats';
import { staffGrid, StaffTable, useStaffColumns } from './staff-table';
import { staffQueries } from './staff.queries';
import { useStaffExport } from './use-staff-export';

/** The people within reach: who they are, where they work and whether they can sign in. */
export function StaffListPage() {
  const navigate = useNavigate();
  const [state, change] = useUrlState(StaffListState);
  const [open, setOpen] = useState<'create' | 'import'>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [chosen, choose, close] = useChosenDeed();
  const query = useQuery(staffQueries.list(state));
  const { filters, typed } = useStaffFilters(state, change);
  const columns = useStaffColumns().filter(({ hideable }) => hideable !== false);
  const menu = useListMenu(state, () => setOpen('import'));

  const show = ({ _id }: { _id: string }) => void navigate(paths.staffMember(_id));
  const create = (
    <PermissionButton
      permission="staff.create"
      variant="contained"
      startIcon={<Add />}
      onClick={() => setOpen('create')}
    >
      New person
    </PermissionButton>
  );
  return (
    <>
      <PageHeader title="Staff Management" count={query.data?.pagination.total} action={create} menu={menu} />
      <StaffStats laboratoryId={onlyOne(state.laboratoryId)} />
      <FilterBar
        search={
          <SearchInput
            label="Search people"
            value={state.search ?? ''}
            onChange={(search) => change({ search: search === '' ? undefined : search })}
          />
        }
        filters={filters}
        typed={typed}
        sort={staffSortOf(state, change)}
        onClear={() => change(nothingNarrowed)}
        tools={<GridTools grid={staffGrid} schema={StaffListState} columns={columns} />}
      />
      <BulkBar ids={selected} onDone={() => setSelected(new Set())} />
      <StaffTable
        query={query}
        state={state}
        onChange={(patch) => change(patch as Partial<StaffListState>)}
        selection={{ ids: selected, onChange: setSelected }}
        empty={
          isNarrowed(state) ? (
            <NoResults
              thing="person"
              search={state.search}
              filters={filters}
              typed={typed}
              onClear={() => change(nothingNarrowed)}
            />
          ) : (
            <EmptyState action={create}>No people yet. Create the first one, or import a list.</EmptyState>
          )
        }
        onOpen={(row: StaffListItem) => show(row)}
        onChoose={choose}
      />
      {open === 'create' && <NewPerson onClose={() => setOpen(undefined)} onShow={show} />}
      {open === 'import' && <ImportStaff onClose={() => setOpen(undefined)} />}
      {chosen && <StaffDeedDialog {...chosen} onClose={close} />}
    </>
  );
}

/** Whether anybody could be hidden by what is set. */
function isNarrowed(state: StaffListState): boolean {
  const narrowing = Object.keys(nothingNarrowed) as (keyof typeof nothingNarrowed)[];
  return narrowing.some((name) => (name === 'status' ? !isEveryStatus(state.status) : state[name] !== undefined));
}

/** What can be done with the list besides creating someone. */
function useListMenu(state: StaffListState, onImport: () => void): ActionEntry[] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const mayImport = useDeniedReason('staff.import');
  const mayCreate = useDeniedReason('staff.create');
  const mayExport = useDeniedReason('staff.export');
  const maySeePermissions = useDeniedReason('permissions.view');
  const save = useStaffExport(state);
  return [
    { label: 'Import people', disabledReason: mayImport ?? mayCreate, onSelect: onImport },
    { label: 'Export as Excel', disabledReason: mayExport, onSelect: () => save('xlsx') },
    { label: 'Export as CSV', disabledReason: mayExport, onSelect: () => save('csv') },
    { label: 'Permissions', disabledReason: maySeePermissions, onSelect: () => void navigate(paths.permissions) },
    { label: 'Printable directory', onSelect: () => void navigate(`${paths.staffDirectory}${search}`) },
  ];
}
