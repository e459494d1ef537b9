import Box from '@mui/material/Box';
import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid';
import { type ActionEntry, ActionMenu } from '../action-menu';

type ActionsColumnOptions<Row> = {
  /** What a row is called. */
  nameOf: (row: Row) => string;
  entriesFor: (row: Row) => readonly ActionEntry[];
};

/** The last column of a list: what can be done with each row, behind three dots. */
export function actionsColumn<Row extends GridValidRowModel>({
  nameOf,
  entriesFor,
}: ActionsColumnOptions<Row>): GridColDef<Row> {
  return {
    field: 'actions',
    headerName: 'Actions',
    renderHeader: () => <Box sx={{ fontSize: 0 }}>Actions</Box>,
    width: 56,
    sortable: false,
    hideable: false,
    align: 'center',
    renderCell: ({ row }) => <ActionMenu label={`Actions for ${nameOf(row)}`} entries={entriesFor(row)} />,
  };
}
