import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import type { Resource } from '@shifa/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useOnPhone } from '../../../ui/use-on-phone';
import { SelectionBar } from '../../../screens/list/selection-bar';
import { StaleNotice } from '../../../ui/grid/stale-notice';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { FilterBar } from '../../../ui/filters/filter-bar';
import { Skeleton } from '../../../ui/loading/skeleton';
import { NoResults } from '../../../ui/feedback/no-results';
import { PageTurner } from '../../../screens/list/page-turner';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { SearchInput } from '../../../ui/search-input';
import { newOn } from '../../../ui/use-new-by-link';
import { paths } from '../../../config/paths';
import { usePermission } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { withQuery } from '../../../lib/with-query';
import { BulkChange } from '../bulk-change';
import type { Question } from '../check-permission';
import { permissionQueries } from '../permission.queries';
import { type ChosenLaboratory, PermissionsState } from '../permissions-state';
import { PeopleList } from './people-list';
import { PermissionTable } from './permission-table';
import { useTableSelection } from './use-table-selection';

type LaboratoryPermissionsProps = { laboratory: ChosenLaboratory; onAsk: (question: Question) => void };

/** The people of a laboratory and their permissions: a table, or on a phone a list with a link for each person. */
export function LaboratoryPermissions({ laboratory, onAsk }: LaboratoryPermissionsProps) {
  const [state, change] = useUrlState(PermissionsState);
  const onPhone = useOnPhone();
  const mayAddPeople = usePermission('staff.create').allowed;
  const structure = useQuery(permissionQueries.structure);
  const { page, limit, search } = state;
  const { id } = laboratory;
  const listed = permissionQueries.laboratory(id ?? '', { page, limit, search });
  const query = useQuery({ ...listed, queryFn: id === undefined ? skipToken : listed.queryFn });
  const selection = useTableSelection();
  const [changing, setChanging] = useState(false);

  const { people, permissions } = selection;
  const all = structure.data?.resources ?? [];
  const sectionFilter = {
    label: 'Section',
    options: all.map(({ resource, label }) => ({ value: resource, label })),
    selected: state.section ?? [],
    onChange: (selected: string[]) => change({ section: selected.length === 0 ? undefined : (selected as Resource[]) }),
  };
  const clear = () => change({ search: undefined, section: undefined });
  const resources = all.filter(({ resource }) => !state.section || state.section.includes(resource as Resource));
  const error = query.error ?? structure.error;
  const retry = () => void Promise.all([query.refetch(), structure.refetch()]);

  const searchBox = (
    <SearchInput
      label="Search people"
      value={search ?? ''}
      onChange={(text) => change({ search: text === '' ? undefined : text })}
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
            <FilterBar search={searchBox} filters={[sectionFilter]} onClear={clear} />
          </Box>
        )}
      </Stack>
      {query.data && query.error && <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />}
      {!query.data || !structure.data ? (
        <NotLoaded query={{ error, refetch: retry }} what="the permissions" skeleton={<RowsSkeleton />} />
      ) : query.data.data.length === 0 ? (
        search === undefined ? (
          <EmptyState
            action={
              mayAddPeople && (
                <Button
                  variant="contained"
                  component={Link}
                  to={newOn(withQuery(paths.staff, { laboratoryId: laboratory.id }))}
                >
                  New person
                </Button>
              )
            }
          >
            No one works at this laboratory yet.
          </EmptyState>
        ) : (
          <NoResults things="people" search={search} onClear={clear} />
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
          people={[...people.values()]}
          permissions={[...permissions]}
          onDone={() => {
            setChanging(false);
            selection.clear();
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {!onPhone && query.data && query.data.data.length > 0 && <Legend />}
      {!onPhone && (
        <SelectionBar
          count={people.size + permissions.size}
          label={`${formatCounted(people.size, 'person', 'people')}, ${formatCounted(permissions.size, 'permission', 'permissions')}`}
          onClear={selection.clear}
        >
          <PermissionButton
            permission="permissions.edit"
            disabledReason={missingSelection(people.size, permissions.size)}
            size="small"
            variant="contained"
            onClick={() => setChanging(true)}
          >
            Change permissions
          </PermissionButton>
        </SelectionBar>
      )}
    </>
  );
}

function missingSelection(people: number, permissions: number): string | undefined {
  if (people === 0) return 'Select people in the first column';
  return permissions === 0 ? 'Select permissions in the header of the table' : undefined;
}

function formatCounted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${plural(count, one, many)}`;
}

function Legend() {
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 3 }}>
      A tick means allowed, a dash not allowed. A dot marks an override for this person, a ring what they can do as a
      deputy. Everything else comes from the role. Select a cell for the reason.
    </Typography>
  );
}

function RowsSkeleton() {
  return (
    <Stack sx={{ gap: 2 }}>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} silent={row > 0} variant="rectangular" height={44} />
      ))}
    </Stack>
  );
}
