import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { PaletteSearch } from '../../screens/palette-source';
import { recentChoices } from '../../data/recent-choices';
import { useUser } from '../../data/use-session';
import type { NavigationItem } from '../layout/navigation-items';
import { isOneAllowed } from '../require-permission';
import { paletteSources } from '../routes/palette-sources';
import { sections } from '../routes/sections';
import { linksOf, type Option, optionsAtStart, optionsFor } from './find';
import { PaletteHead } from './palette-head';
import { MAX_LENGTH, PaletteInput } from './palette-input';
import { PaletteList } from './palette-list';
import { PaletteNotes } from './palette-notes';
import { useFound } from './use-found';

type PaletteProps = {
  typed: string;
  onType: (typed: string) => void;
  /** The navigation of the person. */
  items: readonly NavigationItem[];
  onClose: () => void;
};

/** Finds people, documents, pages and actions, and leads to them. Each option contains the text that is typed. */
export function Palette({ typed, onType, items, onClose }: PaletteProps) {
  const id = useId();
  const user = useUser();
  const { options, searches, found } = useOptions(typed.trim(), items);
  const choose = (option: Option, { ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) => {
    recentChoices.add(user._id, option);
    if (!ctrlKey && !metaKey) onClose();
  };
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete<Option>({
    id,
    open: true,
    options,
    value: null,
    inputValue: typed,
    groupBy: ({ group }) => group,
    getOptionLabel: keyOfOption,
    // They are filtered already, by the same text.
    filterOptions: (all) => all,
    autoHighlight: true,
    // Otherwise, options that arrive later take the highlight back to the first one.
    disableCloseOnSelect: true,
    handleHomeEndKeys: true,
    selectOnFocus: false,
    onInputChange: (_, text, reason) => {
      if (reason === 'input') onType(text);
    },
    onChange: (event, option) => {
      if (!option) return;
      const { ctrlKey, metaKey } = event as React.KeyboardEvent;
      if (!ctrlKey && !metaKey) return document.getElementById(`${id}-option-${options.indexOf(option)}`)?.click();
      choose(option, { ctrlKey, metaKey });
      window.open(option.path, '_blank', 'noopener');
    },
    onClose: (_, reason) => {
      if (reason === 'escape') onClose();
    },
  });
  return (
    <>
      <PaletteHead onClose={onClose}>
        <div {...getRootProps()} style={{ display: 'flex', flex: 1 }}>
          <PaletteInput
            {...getInputProps()}
            autoFocus
            aria-label="Search"
            placeholder={`Search ${[...kindsOf(searches).slice(0, 3), 'pages', 'actions'].join(', ')} …`}
            maxLength={MAX_LENGTH}
            enterKeyHint="go"
          />
        </div>
      </PaletteHead>
      <PaletteList
        {...getListboxProps()}
        aria-labelledby={undefined}
        groups={groupedOptions}
        propsOf={(option, index) => getOptionProps({ option, index })}
        onChoose={choose}
      />
      <PaletteNotes text={typed.trim()} count={options.length} kinds={kindsOf(searches)} found={found} />
      <Typography variant="caption" color="textSecondary" sx={hintStyle}>
        ↑ ↓ to choose, Enter to open, Ctrl+Enter for a new tab, Esc to close
      </Typography>
    </>
  );
}

const keyOfOption = ({ group, kind, id }: Option) => `${group} ${kind} ${id}`;
const kindsOf = (searches: readonly PaletteSearch[]) => searches.map(({ label }) => label.toLowerCase());

/** What can be chosen for a text: from memory first, and from the server as it answers. */
function useOptions(text: string, items: readonly NavigationItem[]) {
  const user = useUser();
  const queryClient = useQueryClient();
  const [recent] = useState(() => recentChoices.read(user._id));
  const searches = paletteSources
    .flatMap((source) => source.searches ?? [])
    .filter(({ permission }) => user.permissions[permission].allowed);
  const found = useFound(text, searches);
  const links = linksOf(items.filter(opens(user.permissions)), paletteSources, user);
  if (text === '') return { options: optionsAtStart(links, recent, searches), searches, found };
  const finds = searches.map((search, index) => {
    const chosen = recent.filter(({ kind }) => kind === search.kind);
    return { search, entries: [...search.known(queryClient), ...chosen, ...(found.entries[index] ?? [])] };
  });
  return { options: optionsFor(text, links, finds), searches, found };
}

/** The navigation also shows what only says who may open it. */
function opens(permissions: ReturnType<typeof useUser>['permissions']) {
  return ({ path }: NavigationItem) => {
    const needed = sections.find((section) => section.path === path)?.permission;
    return needed === undefined || isOneAllowed(needed, permissions);
  };
}

const hintStyle = {
  display: { xs: 'none', md: 'block' },
  px: 4,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;
