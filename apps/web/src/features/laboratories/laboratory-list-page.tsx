import Add from '@mui/icons-material/AddOutlined';
import {
  laboratoryStatusLabels,
  LaboratoryListQuery,
  type LaboratoryStatus,
  laboratoryStatuses,
  type LaboratoryType,
  laboratoryTypeLabels,
  laboratoryTypes,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state';
import { GridTools } from '../../components/data-grid/grid-tools';
import { FilterBar } from '../../components/filter-bar';
import type { Filter, Sort } from '../../components/filters';
import { NoResults } from '../../components/no-results';
import { PageHeader } from '../../components/page-header';
import { PermissionButton } from '../../components/permission-button';
import { SearchInput } from '../../components/search-input';
import { paths } from '../../config/paths';
import { usePermission, useUser } from '../../lib/use-session';
import { useUrlState } from '../../lib/use-url-state';
import { LaboratoryForm } from './form/laboratory-form';
import { LaboratoryDeedDialog, useChosenDeed } from './laboratory-deed-dialog';
import { laboratoryQueries } from './laboratory.queries';
import { laboratoryColumns, laboratoryGrid, LaboratoryTable } from './laboratory-table';

/** What is at work or can be again; archived laboratories are shown to who asks for them. */
const atWork: LaboratoryStatus[] = ['active', 'suspended'];

/** All laboratories for who manages the network; who sees only one is taken to it. */
export function LaboratoryListPage() {
  const { scope } = usePermission('laboratories.view');
  const { laboratoryId } = useUser();
  if (scope !== 'all' && laboratoryId) return <Navigate to={paths.laboratory(laboratoryId._id)} replace />;
  return <LaboratoryList />;
}

function LaboratoryList() {
  const navigate = useNavigate();
  const [state, change] = useUrlState(LaboratoryListQuery);
  const [creating, setCreating] = useState(false);
  const [chosen, choose, close] = useChosenDeed();
  const query = useQuery(laboratoryQueries.list({ ...state, status: state.status ?? atWork }));

  const filters = filtersOf(state, change);
  const clear = () => change({ search: undefined, status: undefined, type: undefined });
  const narrowed = state.search !== undefined || state.status !== undefined || state.type !== undefined;
  const open = ({ _id }: { _id: string }) => void navigate(paths.laboratory(_id));
  const create = (
    <PermissionButton
      permission="laboratories.create"
      variant="contained"
      startIcon={<Add />}
      onClick={() => setCreating(true)}
    >
      New laboratory
    </PermissionButton>
  );
  const empty = narrowed ? (
    <NoResults
      thing="laboratory"
      search={state.search}
      filters={filters.map((filter) =>
        filter.label === 'Status' ? { ...filter, selected: state.status ?? atWork } : filter,
      )}
      onClear={clear}
    />
  ) : (
    <EmptyState action={create}>
      No laboratory yet. Create the first one: staff, stock and money are kept per laboratory.
    </EmptyState>
  );

  return (
    <>
      <PageHeader title="Laboratory Management" count={query.data?.pagination.total} action={create} />
      <FilterBar
        search={
          <SearchInput
            label="Search laboratories"
            value={state.search ?? ''}
            onChange={(search) => change({ search: search === '' ? undefined : search })}
          />
        }
        filters={filters}
        sort={sortOf(state, change)}
        onClear={clear}
        tools={<GridTools grid={laboratoryGrid} schema={LaboratoryListQuery} columns={laboratoryColumns} />}
      />
      <LaboratoryTable
        query={query}
        state={state}
        onChange={(patch) => change(patch as Partial<LaboratoryListQuery>)}
        empty={empty}
        onOpen={open}
        onChoose={choose}
      />
      {creating && <LaboratoryForm onSaved={open} onClose={() => setCreating(false)} />}
      {chosen && <LaboratoryDeedDialog {...chosen} onClose={close} />}
    </>
  );
}

type Change = (patch: Partial<LaboratoryListQuery>) => void;
type LaboratorySort = LaboratoryListQuery['sort'];

const sortLabels: Record<LaboratorySort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  code: 'Code, A to Z',
  '-code': 'Code, Z to A',
  city: 'City, A to Z',
  '-city': 'City, Z to A',
  status: 'Status, A to Z',
  '-status': 'Status, Z to A',
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
};

function sortOf({ sort }: LaboratoryListQuery, change: Change): Sort {
  return {
    options: Object.entries(sortLabels).map(([value, label]) => ({ value, label })),
    selected: sort,
    onChange: (selected) => change({ sort: selected as LaboratorySort }),
  };
}

function filtersOf(state: LaboratoryListQuery, change: Change): Filter[] {
  const orNone = (selected: string[]) => (selected.length === 0 ? undefined : selected);
  return [
    {
      label: 'Status',
      options: laboratoryStatuses.map((value) => ({ value, label: laboratoryStatusLabels[value] })),
      selected: state.status ?? [],
      onChange: (selected) => change({ status: orNone(selected) as LaboratoryStatus[] | undefined }),
    },
    {
      label: 'Type',
      options: laboratoryTypes.map((value) => ({ value, label: laboratoryTypeLabels[value] })),
      selected: state.type ?? [],
      onChange: (selected) => change({ type: orNone(selected) as LaboratoryType[] | undefined }),
    },
  ];
}
