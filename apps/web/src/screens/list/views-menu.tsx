import Bookmark from '@mui/icons-material/BookmarkBorderOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SavedView } from '@shifa/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readUrlState, type UrlStateSchema, writeUrlState } from '../../data/url-state';
import { undoToast } from '../../ui/undo-toast';
import { type PersonalGrid, useGridPreferences } from './use-grid-preferences';
import { ToolButton } from '../../ui/grid/tool-button';
import { ViewNameDialog } from './view-name-dialog';

type ViewsMenuProps = { grid: PersonalGrid; schema: UrlStateSchema };

/** A list's filters and order under names of the person's own: to open, keep, rename and delete. */
export function ViewsMenu({ grid, schema }: ViewsMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState<{ view?: SavedView }>();
  const { preferences, known, change } = useGridPreferences(grid);
  const [query, open] = useView(schema);
  const { views } = preferences;
  const current = views.find((view) => canonical(schema, view.query) === query);
  const close = () => setAnchor(null);

  const save = (name: string) => {
    const renamed = naming?.view;
    change(({ views: now }) => {
      if (renamed) return { views: now.map((view) => (view.name === renamed.name ? { ...view, name } : view)) };
      const others = now.filter((view) => view.name.toLowerCase() !== name.toLowerCase());
      return { views: [...others, { name, query }] };
    });
    setNaming(undefined);
  };

  const remove = (view: SavedView) => {
    const place = views.indexOf(view);
    change(({ views: now }) => ({ views: now.filter(({ name }) => name !== view.name) }));
    undoToast(`The view “${view.name}” was deleted`, () =>
      change(({ views: now }) => ({ views: now.toSpliced(place, 0, view) })),
    );
  };

  const choose = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <>
      <ToolButton
        icon={<Bookmark />}
        label={current ? current.name : 'Views'}
        disabled={!known}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} slotProps={{ paper: { sx: { maxWidth: 320 } } }}>
        <ViewItem name="Default view" chosen={query === ''} onClick={choose(() => open(''))} />
        {views.map((view) => (
          <ViewItem
            key={view.name}
            name={view.name}
            chosen={view === current}
            onClick={choose(() => open(view.query))}
          />
        ))}
        <Divider />
        <MenuItem disabled={query === '' || current !== undefined} onClick={choose(() => setNaming({}))}>
          Save as a view…
        </MenuItem>
        {current && [
          <MenuItem key="rename" onClick={choose(() => setNaming({ view: current }))}>
            Rename this view…
          </MenuItem>,
          <MenuItem key="delete" onClick={choose(() => remove(current))}>
            Delete this view
          </MenuItem>,
        ]}
      </Menu>
      {naming && (
        <ViewNameDialog
          name={naming.view?.name}
          views={views.filter((view) => view.name !== naming.view?.name)}
          onSave={save}
          onCancel={() => setNaming(undefined)}
        />
      )}
    </>
  );
}

function ViewItem({ name, chosen, onClick }: { name: string; chosen: boolean; onClick: () => void }) {
  return (
    <MenuItem role="menuitemradio" aria-checked={chosen} onClick={onClick} sx={{ whiteSpace: 'normal' }}>
      <ListItemIcon>{chosen && <Check fontSize="small" />}</ListItemIcon>
      {name}
    </MenuItem>
  );
}

/** The open view as its query string, the page left out, and the way to open another. */
function useView(schema: UrlStateSchema): [string, (query: string) => void] {
  const [params, setParams] = useSearchParams();
  return [canonical(schema, params.toString()), (query) => setParams(canonical(schema, query))];
}

/** One spelling for each state: what is default or unknown is left out, and a view begins at its first page. */
function canonical(schema: UrlStateSchema, query: string): string {
  return writeUrlState(schema, { ...readUrlState(schema, new URLSearchParams(query)), page: 1 }).toString();
}
