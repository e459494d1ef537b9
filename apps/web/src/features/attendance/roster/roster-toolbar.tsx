import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Redo from '@mui/icons-material/RedoOutlined';
import Repeat from '@mui/icons-material/RepeatOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { OFF_CODE, type RosterBoard, type RosterValue } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { formatHours } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { SearchInput } from '../../../ui/search-input';
import { shiftColourStyle } from './shift-colours';
import type { usePlanning } from './use-planning';

type RosterToolbarProps = {
  board: RosterBoard;
  canPlan: boolean;
  planning: ReturnType<typeof usePlanning>;
  brush: RosterValue | undefined;
  onBrush: (brush: RosterValue | undefined) => void;
  search: string;
  onSearch: (search: string) => void;
  isUnsaved: boolean;
  onCopyWeek: () => void;
  onRotate: () => void;
  onPublish: () => void;
};

/** The shifts to paint with, and everything else that can be done with the board. */
export function RosterToolbar(props: RosterToolbarProps) {
  const { board, canPlan, planning, search, onSearch, isUnsaved, onCopyWeek, onRotate, onPublish } = props;
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <SearchInput label="Search people" value={search} onChange={onSearch} />
        {canPlan && (
          <>
            <Button color="inherit" startIcon={<ContentCopy />} onClick={onCopyWeek}>
              Copy last week
            </Button>
            <Button color="inherit" startIcon={<Repeat />} onClick={onRotate}>
              Rotation
            </Button>
            <IconButton aria-label="Undo" disabled={!planning.canUndo} onClick={planning.undo}>
              <Undo />
            </IconButton>
            <IconButton aria-label="Redo" disabled={!planning.canRedo} onClick={planning.redo}>
              <Redo />
            </IconButton>
            <Button
              variant="contained"
              disabled={isUnsaved || board.unpublished === 0}
              onClick={onPublish}
              sx={{ ml: { sm: 'auto' } }}
            >
              Publish
            </Button>
          </>
        )}
      </Stack>
      {canPlan && <Palette {...props} />}
    </>
  );
}

function Palette({ board, brush, onBrush }: RosterToolbarProps) {
  const types = board.shiftTypes.filter(({ status }) => status === 'active');
  const options: { value: RosterValue; code: string; name: string; title: string; colour?: string }[] = [
    ...types.map((type) => ({
      value: type._id,
      code: type.code,
      name: type.name,
      title: `${type.name}, ${formatHours(type)}`,
      colour: type.colour,
    })),
    { value: 'off', code: OFF_CODE, name: 'Day off', title: 'Day off' },
    { value: null, code: '·', name: 'Weekly shift', title: 'Weekly shift: nothing is planned for the day' },
  ];
  return (
    <Brushes role="group" aria-label="Paint with">
      {options.map(({ value, code, name, title, colour }) => (
        <button
          key={code}
          type="button"
          title={title}
          aria-pressed={brush === value}
          onClick={() => onBrush(brush === value ? undefined : value)}
        >
          <span className="code" data-colour={colour}>
            {code}
          </span>{' '}
          {name}
        </button>
      ))}
      {types.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No shift types yet.{' '}
          <MuiLink
            component={Link}
            underline="always"
            to={withQuery(paths.shiftTypes, { laboratoryId: board.laboratory._id })}
          >
            Create the first one
          </MuiLink>{' '}
          to plan with it.
        </Typography>
      ) : (
        <Typography variant="caption" color="textSecondary">
          {brush === undefined
            ? 'Choose a shift and drag over days, or select days and type its code.'
            : 'Drag over days to paint them. Esc stops painting.'}
        </Typography>
      )}
    </Brushes>
  );
}

const Brushes = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  ...shiftColourStyle(theme),
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 32,
    padding: '2px 10px 2px 4px',
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'inherit',
    cursor: 'pointer',
    borderRadius: theme.shape.borderRadius,
    border: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& button:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
  '& button[aria-pressed="true"]': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '& .code': { minWidth: 24, padding: '2px 4px', textAlign: 'center', borderRadius: 6, fontWeight: 600 },
}));
