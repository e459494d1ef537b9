import { styled } from '@mui/material/styles';
import type { AutocompleteGroupedOption } from '@mui/material/useAutocomplete';
import { type ComponentProps, type HTMLAttributes, useId } from 'react';
import { Link } from 'react-router-dom';
import type { Option } from './find';

type PaletteListProps = ComponentProps<'ul'> & {
  groups: readonly AutocompleteGroupedOption<Option>[];
  propsOf: (option: Option, index: number) => HTMLAttributes<HTMLElement> & { key: React.Key };
  onChoose: (option: Option, event: React.MouseEvent) => void;
};

/** The options below the names of their groups. Each is a link, so that unsaved work on the page is asked about. */
export function PaletteList({ groups, propsOf, onChoose, ...props }: PaletteListProps) {
  const id = useId();
  return (
    <List {...props} aria-label="Results">
      {groups.map(({ key, group, index, options }) => (
        <li key={key} role="presentation">
          <div id={`${id}-${key}`}>{group}</div>
          <ul role="group" aria-labelledby={`${id}-${key}`}>
            {options.map((option, position) => {
              const { key: ofOption, ...shown } = propsOf(option, index + position);
              return (
                <li key={ofOption} role="presentation">
                  <Entry {...shown} to={option.path} onClick={(event) => onChoose(option, event)}>
                    <span>{option.label}</span>
                    <small>{option.detail}</small>
                  </Entry>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  overflowY: 'auto',
  minHeight: 0,
  margin: 0,
  padding: 8,
  listStyle: 'none',
  '&:empty': { display: 'none' },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& > li > div': {
    ...theme.typography.caption,
    padding: '8px 8px 4px',
    fontWeight: 500,
    color: theme.vars.palette.text.secondary,
  },
}));

const Entry = styled(Link)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  minHeight: 36,
  padding: '4px 8px',
  borderRadius: theme.shape.borderRadius,
  color: 'inherit',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&.Mui-focused': { backgroundColor: theme.vars.palette.action.selected },
  '& small': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  '& small:empty': { display: 'none' },
  '@media (pointer: coarse)': { minHeight: 44 },
  '@media (forced-colors: active)': { '&.Mui-focused': { outline: '2px solid Highlight' } },
}));
