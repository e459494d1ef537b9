import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type Resource, type UserPermissionsRow } from '@shifa/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StaleNotice } from '../../../components/data-grid/stale-notice';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { FilterBar } from '../../../components/filter-bar';
import type { Filter } from '../../../components/filters';
import { Skeleton } from '../../../components/loading/skeleton';
import { NoResults } from '../../../components/no-results';
import { PermissionButton } from '../../../components/permission-button';
import { SearchInput } from '../../../components/search-input';
import { useUrlState } from '../../../lib/use-url-state';
import { BulkChange } from '../bulk/bulk-change';
import type { Question } from '../check-permission';
import { permissionQueries } from '../permission.queries';
import { PermissionsState } from '../permissions-state';
import type { ChosenLaboratory } from '../use-chosen-laboratory';
import { PageTurner } from '../../../components/page-turner';
import { PeopleList } from './people-list';
import { PermissionTable } from './permission-table';
import { TableSelectionBar } from './table-selection-bar';
import { useSelection } from './use-selection';

type LaboratoryPermissionsProps = { laboratory: ChosenLaboratory; onAsk: (question: Question) => void };

/** The people of a laboratory and what each may do: a table, or on a phone a list that leads to each of them. */
export function LaboratoryPermissions({ laboratory, onAsk }: LaboratoryPermissionsProps) {
  const [state, change] = useUrlState(PermissionsState);
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const structure = useQuery(permissionQueries.structure);
  const { page, limit, search } = state;
  const { id } = laboratory;
  const listed = permissionQueries.laboratory(id ?? '', { page, limit, search });
  const query = useQuery({ ...listed, queryFn: id === undefined ? skipToken : listed.queryFn });
  const selection = useSelection();
  const [changing, setChanging] = useState(false);

  const filters = filtersOf(state, structure.data?.resources ?? [], change);
  const clear = () => change({ search: undefined, section: undefined });
  const resources = (structure.data?.resources ?? []).filter(
    ({ resource }) => !state.section || state.section.includes(resource as Resource),
  );
  const error = query.error ?? structure.error;
  const retry = () => void Promise.all([query.refetch(), structure.refetch()]);

  const searchBox = (
    <SearchInput
      label="Search people"
      value={search ?? ''}
      onChange={(words) => change({ search: words === '' ? undefined : words })}
    />
  );

  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2, alignItems: { sm: 'flex-start' } }}>
        {laboratory.options.length > 0 && (
          <Select
            size="small"
            value={id ?? ''}
            onChange={(event) => {
              selection.clear();
              change({ laboratory: event.target.value, search: undefined });
            }}
            inputProps={{ 'aria-label': 'Laboratory' }}
            sx={{ minWidth: 220, minHeight: 36, mb: { xs: 2, sm: 0 }, '& .MuiSelect-select': { py: '7px' } }}
          >
            {laboratory.options.map(({ _id, name }) => (
              <MenuItem key={_id} value={_id}>
                {name}
              </MenuItem>
            ))}
          </Select>
        )}
        {onPhone ? (
          <Box sx={{ mb: 4, '& > *': { width: '100%' } }}>{searchBox}</Box>
        ) : (
          <Box sx={{ flex: 1 }}>
            <FilterBar search={searchBox} filters={filters} onClear={clear} />
          </Box>
        )}
      </Stack>
      {!onPhone && (
        <TableSelectionBar selection={selection}>
          <PermissionButton
            permission="permissions.edit"
            disabledReason={lockOf(selection.people.size, selection.permissions.size)}
            size="small"
            variant="contained"
            onClick={() => setChanging(true)}
          >
            Change permissions
          </PermissionButton>
        </TableSelectionBar>
      )}
      {query.data && query.error && <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />}
      {!query.data || !structure.data ? (
        error ? (
          <ErrorState title="The permissions could not be loaded" error={error} onRetry={retry} />
        ) : (
          <Stack sx={{ gap: 2 }}>
            {Array.from({ length: 8 }, (_, row) => (
              <Skeleton key={row} silent={row > 0} variant="rectangular" height={44} />
            ))}
          </Stack>
        )
      ) : query.data.data.length === 0 ? (
        search === undefined ? (
          <EmptyState>Nobody works at this laboratory yet.</EmptyState>
        ) : (
          <NoResults thing="person" search={search} filters={[]} onClear={clear} />
        )
      ) : (
        <>
          {onPhone ? (
            <PeopleList rows={query.data.data} />
          ) : (
            <PermissionTable
              rows={query.data.data}
              resources={resources}
              selection={selection}
              onAsk={(row, permission) => onAsk({ person: row.user, permission })}
            />
          )}
          <PageTurner
            pagination={query.data.pagination}
            things={{ one: 'person', many: 'people' }}
            onPage={(next) => change({ page: next })}
          />
        </>
      )}
      {changing && (
        <BulkChange
          people={[...selection.people.values()]}
          permissions={[...selection.permissions]}
          onLeaveOut={(ids) => selection.togglePeople(chosen(selection.people, ids))}
          onDone={() => {
            setChanging(false);
            selection.clear();
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {!onPhone && query.data && query.data.data.length > 0 && <Legend />}
    </>
  );
}

function chosen(people: ReadonlyMap<string, UserPermissionsRow>, ids: readonly string[]): UserPermissionsRow[] {
  return ids.flatMap((id) => people.get(id) ?? []);
}

function lockOf(people: number, permissions: number): string | undefined {
  if (people === 0) return 'Choose people at the left of the table';
  return permissions === 0 ? 'Choose permissions at the head of the table' : undefined;
}

function Legend() {
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 3 }}>
      A tick is allowed, a dash is not; a cell with a dot was decided for this person, everything else comes with the
      role. Press a cell to read why.
    </Typography>
  );
}

type Resources = readonly { resource: string; label: string }[];

function filtersOf(
  { section }: PermissionsState,
  resources: Resources,
  change: (patch: Partial<PermissionsState>) => void,
): Filter[] {
  return [
    {
      label: 'Section',
      options: resources.map(({ resource, label }) => ({ value: resource, label })),
      selected: section ?? [],
      onChange: (selected) => change({ section: selected.length === 0 ? undefined : (selected as Resource[]) }),
    },
  ];
}
