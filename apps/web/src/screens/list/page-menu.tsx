import Download from '@mui/icons-material/FileDownloadOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SheetFormat } from '@shifa/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ActionEntry } from '../../ui/action-menu';
import { toolStyle, ToolText } from '../../ui/grid/tool-button';
import { PermissionButton, useDeniedReasons } from '../actions/permission-button';
import { useFileExport } from '../../data/use-file-export';
import type { ListDefinition, ListExport, PageAction } from './define-list';
import type { ListState } from './list-filters';

const formats: readonly { format: SheetFormat; label: string }[] = [
  { format: 'xlsx', label: 'Export as Excel' },
  { format: 'csv', label: 'Export as CSV' },
];

/** The menu of a list's page, the dialog that was opened from it, and the export where it is a button of its own. */
export function usePageMenu(
  { menu = [], export: file }: Pick<ListDefinition, 'menu' | 'export'>,
  asked: ListState,
  createDisabledReason: string | undefined,
): { entries: ActionEntry[]; dialog: ReactNode; exportButton: ReactNode } {
  const navigate = useNavigate();
  const { search } = useLocation();
  const deniedReason = useDeniedReasons();
  const [opened, setOpened] = useState<Extract<PageAction, { dialog: unknown }>>();
  const { save, pending } = useFileExport({
    fetch: (format: SheetFormat, waitMs) => {
      if (!file) throw new TypeError('This list has no export');
      const { page: _page, limit: _limit, ...query } = asked;
      return file.fetch(query, format, waitMs);
    },
    fileName: (format) => `${file?.fileName ?? 'list'}.${format}`,
    failed: "Couldn't export the list",
  });

  const entryOf = (action: PageAction): ActionEntry => ({
    label: action.label,
    disabledReason: deniedReason(...(action.permissions ?? [])) ?? (action.creates && createDisabledReason),
    onSelect: () => {
      if ('to' in action) void navigate(action.to(search));
      else setOpened(action);
    },
  });
  const exports = formats.map(({ format, label }) => ({
    label,
    disabledReason: file && deniedReason(file.permission),
    onSelect: () => save(format),
  }));
  // What takes something in comes before what gives it out, and links come last.
  const dialogs = menu.filter((action) => 'dialog' in action);
  const links = menu.filter((action) => 'to' in action);
  return {
    entries: [...dialogs.map(entryOf), ...(file && file.place !== 'button' ? exports : []), ...links.map(entryOf)],
    dialog: opened && (
      <Suspense fallback={null}>
        <opened.dialog onClose={() => setOpened(undefined)} />
      </Suspense>
    ),
    exportButton: file?.place === 'button' && (
      <ExportButton permission={file.permission} entries={exports} pending={pending} />
    ),
  };
}

type ExportButtonProps = {
  permission: ListExport['permission'];
  entries: readonly ActionEntry[];
  pending: boolean;
};

function ExportButton({ permission, entries, pending }: ExportButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <PermissionButton
        permission={permission}
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        loading={pending}
        onClick={(event) => setAnchor(event.currentTarget)}
        title="Export"
        aria-label="Export"
        sx={toolStyle}
      >
        <Download />
        <ToolText>Export</ToolText>
      </PermissionButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(({ label, onSelect }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null);
              onSelect();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
