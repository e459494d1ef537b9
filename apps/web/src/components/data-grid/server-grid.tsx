import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  DataGrid,
  type DataGridProps,
  type GridCellParams,
  type GridColDef,
  type GridColumnVisibilityModel,
  type GridRowParams,
  type GridValidRowModel,
} from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import { ErrorState } from '../error-state';
import { CardList } from './card-list';
import { type GridPage, type GridState, sortModelOf, sortOf } from './grid-state';
import { gridStyle } from './grid-style';

const HEADER_HEIGHT = 40;
const FOOTER_HEIGHT = 50;
const ROWS_WHILE_LOADING = 8;

/** What react-query knows of a list; `keepPreviousData` on the query keeps the old rows while new ones come. */
type ListQuery<Row> = {
  data: GridPage<Row> | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

export type ServerGridProps<Row extends GridValidRowModel> = {
  /** What the rows are: `Laboratories`. */
  label: string;
  columns: readonly GridColDef<Row>[];
  query: ListQuery<Row>;
  state: GridState;
  onChange: (patch: Partial<GridState>) => void;
  /** The row on a phone: the name, its state and the two figures that matter. */
  card: (row: Row) => ReactNode;
  /** In the place of the rows when there are none. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  compact?: boolean;
  /** Columns that a narrower window leaves out. */
  columnVisibility?: GridColumnVisibilityModel;
  /** A selection bar is the page's own. */
  selection?: Pick<DataGridProps<Row>, 'rowSelectionModel' | 'onRowSelectionModelChange' | 'isRowSelectable'>;
};

/**
 * A list that the server sorts, filters and pages. The first load shows skeleton rows, later ones keep the old rows
 * under a thin line; a phone gets cards.
 */
export function ServerGrid<Row extends GridValidRowModel & { _id: string }>(props: ServerGridProps<Row>) {
  const { label, columns, query, state, onChange, empty, onOpen, compact = false } = props;
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));

  if (query.error && !query.data) {
    return (
      <ErrorState title={`${label} could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (query.data?.data.length === 0 && !query.isFetching) return empty;
  if (onPhone) return <CardList {...props} />;

  const rowHeight = compact ? 36 : 44;
  const first = query.data === undefined;
  return (
    <div
      style={{
        minHeight: first ? HEADER_HEIGHT + FOOTER_HEIGHT + ROWS_WHILE_LOADING * rowHeight : undefined,
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <DataGrid<Row>
        aria-label={label}
        className={onOpen && 'opens-rows'}
        columns={columns}
        rows={query.data?.data ?? []}
        getRowId={({ _id }) => _id}
        loading={query.isFetching}
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        rowHeight={rowHeight}
        columnHeaderHeight={HEADER_HEIGHT}
        columnVisibilityModel={props.columnVisibility}
        disableColumnMenu
        disableColumnFilter
        disableRowSelectionOnClick
        checkboxSelection={props.selection !== undefined}
        rowSelection={props.selection !== undefined}
        {...props.selection}
        onRowClick={({ row }: GridRowParams<Row>) => onOpen?.(row)}
        onCellKeyDown={({ row, field }: GridCellParams<Row>, event) => {
          if (event.key === 'Enter' && field !== 'actions') onOpen?.(row);
        }}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        sortModel={sortModelOf(state.sort)}
        onSortModelChange={(model) => onChange({ sort: sortOf(model, state.sort) })}
        paginationMode="server"
        rowCount={query.data?.pagination.total ?? 0}
        pageSizeOptions={[20, 50, 100]}
        paginationModel={{ page: state.page - 1, pageSize: state.limit }}
        onPaginationModelChange={({ page, pageSize }) =>
          onChange(pageSize === state.limit ? { page: page + 1 } : { page: 1, limit: pageSize })
        }
        sx={gridStyle}
      />
    </div>
  );
}
