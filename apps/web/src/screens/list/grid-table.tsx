import {
  DataGrid,
  type GridCellParams,
  type GridColDef,
  type GridRenderCellParams,
  type GridRowParams,
  type GridValidRowModel,
} from '@mui/x-data-grid';
import { capitalized, formatCount, formatTotal, type Total } from '../../lib/format';
import { useUser } from '../../data/use-session';
import { sortModelOf, sortOf } from '../../ui/grid/grid-state';
import { gridStyle } from '../../ui/grid/grid-style';
import { headerHeightOf, heightWhileLoading, rowHeightOf } from './grid-skeleton';
import { leaveToRow, RowLink } from '../../ui/grid/row-link';
import type { GridColumn, ServerGridProps } from './server-grid-props';
import { type PersonalGrid, useGridPreferences } from './use-grid-preferences';

const ROWS_IN_SIGHT = 20;
const LONG_PAGE_HEIGHT = 'max(480px, calc(100dvh - 120px))';

/** The rows of a list as a grid. A file of its own, because a phone does not need the grid's code. */
export function GridTable<Row extends GridValidRowModel & { _id: string }>({ grid, ...props }: ServerGridProps<Row>) {
  return grid === undefined ? <Table {...props} hidden={[]} /> : <ChosenColumns {...props} grid={grid} />;
}

type TableProps<Row extends GridValidRowModel> = ServerGridProps<Row> & {
  /** Columns that the person leaves out. */
  hidden: readonly string[];
};

function ChosenColumns<Row extends GridValidRowModel & { _id: string }>(
  props: ServerGridProps<Row> & { grid: PersonalGrid },
) {
  return <Table {...props} hidden={useGridPreferences(props.grid).preferences.hiddenColumns} />;
}

function Table<Row extends GridValidRowModel & { _id: string }>(props: TableProps<Row>) {
  const { things, query, state, onChange, onOpen, href, selection, hidden } = props;
  const compact = useUser().display.density === 'compact';
  const columns = href ? withLinks(props.columns, href) : props.columns;
  const rowHeight = rowHeightOf(compact);
  const first = query.data === undefined;
  const pagination = query.data?.pagination ?? { total: 0 };
  return (
    <div
      style={{
        minHeight: first ? heightWhileLoading(compact) : undefined,
        display: 'flex',
        flexDirection: 'column',
        // Long pages scroll within the grid, below its headers.
        maxHeight: state.limit > ROWS_IN_SIGHT ? LONG_PAGE_HEIGHT : undefined,
      }}
    >
      <DataGrid<Row>
        aria-label={capitalized(things)}
        className={[onOpen && 'opens-rows', compact && 'compact'].filter(Boolean).join(' ')}
        columns={columns}
        rows={query.data?.data ?? []}
        getRowId={({ _id }) => _id}
        loading={query.isFetching}
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        rowHeight={rowHeight}
        columnHeaderHeight={headerHeightOf(compact)}
        columnVisibilityModel={{
          ...props.columnVisibility,
          ...Object.fromEntries(hidden.map((field) => [field, false])),
        }}
        disableColumnMenu
        disableColumnFilter
        disableRowSelectionOnClick
        checkboxSelection={selection !== undefined}
        rowSelection={selection !== undefined}
        // The selection extends over all pages, so it is always reported row by row.
        disableRowSelectionExcludeModel
        keepNonExistentRowsSelected
        rowSelectionModel={selection && { type: 'include', ids: new Set(selection.ids) }}
        onRowSelectionModelChange={({ ids }) => selection?.onChange(new Set([...ids].map(String)))}
        onRowClick={({ row }: GridRowParams<Row>, event) => {
          if (href && (event.ctrlKey || event.metaKey)) window.open(href(row), '_blank', 'noopener');
          else onOpen?.(row);
        }}
        onCellKeyDown={({ row, field }: GridCellParams<Row>, event) => {
          if (event.key === 'Enter' && field !== 'actions') onOpen?.(row);
        }}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        // A list can have an order that is none of its columns'; the grid would take it back.
        sortModel={sortModelOf(state.sort).filter(({ field }) => columns.some((column) => column.field === field))}
        onSortModelChange={(model) => onChange({ sort: sortOf(model, state.sort) })}
        hideFooter={first}
        paginationMode="server"
        rowCount={rowCountOf(pagination)}
        localeText={{
          paginationDisplayedRows: ({ from, to }) =>
            `${formatCount(from)}–${formatCount(Math.min(to, pagination.total))} of ${formatTotal(pagination)}`,
        }}
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

/** With one more where there are more: the grid then offers the next page. */
function rowCountOf({ total, totalIsAtLeast }: Total): number {
  return totalIsAtLeast ? total + 1 : total;
}

/** Makes what a row is called the link of the row; a plain click on it is one on the row. */
function withLinks<Row extends GridValidRowModel>(
  columns: readonly GridColumn<Row>[],
  href: (row: Row) => string,
): GridColDef<Row>[] {
  const named = columns.find(({ linked }) => linked) ?? columns[0];
  const renderCell = (params: GridRenderCellParams<Row>) => (
    // The cell has the focus, and Enter opens the row.
    <RowLink to={href(params.row)} tabIndex={-1} onClick={leaveToRow}>
      {named?.renderCell ? named.renderCell(params) : String(params.formattedValue ?? '')}
    </RowLink>
  );
  return columns.map((column) => (column === named ? { ...column, renderCell } : column));
}
