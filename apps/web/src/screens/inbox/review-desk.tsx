import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isHidden } from '../../lib/api-error';
import type { Actionable } from '../actions/define-actions';
import { ItemAction, useItemActions } from '../actions/item-actions';
import { leaveToRow } from '../../ui/grid/row-link';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { NoLongerVisible } from '../../ui/feedback/no-longer-visible';
import { DecisionFailure } from './decision-failure';
import { buttonsOf, type ReviewSet, type ReviewView } from './queue';
import { DisabledReason, lockedReasonOf, Marked } from './review-cards';
import { paneId, type Review, rowId } from './use-review';
import { capitalized } from '../../lib/format';

type ReviewDeskProps = {
  set: ReviewSet;
  review: Review;
  view: Pick<ReviewView, 'actions'>;
  rows: readonly Actionable[];
};

/** The queue beside the evidence for the item that is shown. */
export function ReviewDesk(props: ReviewDeskProps) {
  const { set, review, view, rows } = props;
  const { items, currentId } = review;
  const desk = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const top = (desk.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    desk.current?.style.setProperty('--desk-top', `${top}px`);
  });
  usePrefetch(set, review.neighbour(1)?._id);
  return (
    <Box ref={desk} sx={deskStyle}>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        {items.length === 0 ? (
          <Typography color="textSecondary">Nothing else is pending here.</Typography>
        ) : (
          <ReviewList {...props} />
        )}
        {review.bulk.bar}
      </Stack>
      {currentId !== undefined && (
        <EvidencePane
          key={currentId}
          {...{ set, review, view }}
          id={currentId}
          row={rows.find(({ _id }) => _id === currentId)}
        />
      )}
    </Box>
  );
}

/** Fetches the next item before it is shown. */
function usePrefetch(set: ReviewSet, id: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    // If it fails, the pane asks again and reports why.
    queryClient.query(set.of(id).actions.resource.detail(id)).catch(() => undefined);
  }, [queryClient, set, id]);
}

function ReviewList(props: ReviewDeskProps) {
  const { set, review, view } = props;
  const { plural, nameOf } = set.bulk.resource;
  const { items, currentId, selection, undecided, offersDecision, show } = review;
  return (
    <Box component="ul" aria-label={`Pending ${plural}`} sx={listStyle}>
      {items.map((item) => {
        const { _id } = item;
        const { Row, href } = set.of(_id);
        const reason = undecided.get(_id);
        const disabledReason = view.actions ? undefined : lockedReasonOf(item);
        // Several documents at once can only be decided.
        const isSelectable = !view.actions && offersDecision(item);
        return (
          <Stack key={_id} component="li" direction="row" data-current={_id === currentId} sx={rowStyle}>
            {isSelectable && (
              <Checkbox
                size="small"
                checked={selection.ids.has(_id)}
                onChange={() => selection.toggle(_id)}
                slotProps={{ input: { 'aria-label': `Select ${nameOf(item)}` } }}
              />
            )}
            <ButtonBase
              component={Link}
              to={href(item)}
              id={rowId(_id)}
              aria-current={_id === currentId}
              onClick={(event: MouseEvent) => {
                leaveToRow(event);
                if (event.defaultPrevented) show(_id);
              }}
              sx={{
                flex: 1,
                minWidth: 0,
                display: 'block',
                textAlign: 'left',
                py: 3,
                pr: 4,
                pl: isSelectable ? 0 : 3,
                font: 'inherit',
              }}
            >
              <Marked mark={set.mark?.(_id)}>
                <Row item={item} />
              </Marked>
              {disabledReason !== undefined && reason === undefined && (
                <DisabledReason>{disabledReason}</DisabledReason>
              )}
              {reason !== undefined && (
                <Typography variant="caption" color="error" component="div">
                  {reason}
                </Typography>
              )}
            </ButtonBase>
          </Stack>
        );
      })}
    </Box>
  );
}

type EvidencePaneProps = Pick<ReviewDeskProps, 'set' | 'view'> & {
  id: string;
  /** As the list knows it, until the whole document has been fetched. */
  row: Actionable | undefined;
};

function EvidencePane(props: EvidencePaneProps) {
  const { set, view, id, row } = props;
  const { Evidence, Failure = DecisionFailure, actions } = set.of(id);
  const { noun, detail, nameOf } = actions.resource;
  const { data, error, refetch } = useQuery(detail(id));
  const itemActions = useItemActions();
  const item = data ?? row;
  if (!item) return <NotLoaded query={{ error, refetch }} what={`the ${noun}`} skeleton={320} />;
  if (isHidden(error)) return <NoLongerVisible name={nameOf(item)} noun={noun} />;
  const failure = itemActions.failureOf(item);
  const label = `${capitalized(noun)} ${nameOf(item)}`;
  return (
    <Card component="section" id={paneId(id)} tabIndex={-1} aria-label={label} sx={paneStyle}>
      <Stack sx={{ gap: 4, p: 5 }}>
        {failure !== undefined && <Failure error={failure} />}
        <Evidence item={item} stored={data} error={error} />
      </Stack>
      <Stack direction="row" sx={footStyle}>
        {buttonsOf(view).map(({ action, look }) => (
          <ItemAction key={action} action={action} item={item} {...look} />
        ))}
      </Stack>
    </Card>
  );
}

const deskStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(320px, 2fr) minmax(0, 3fr)',
  gap: 4,
  // The list is as tall as the evidence, so that the selection bar stays in sight beside it.
  '& > :first-of-type': { height: '100%' },
  alignItems: 'start',
};

const listStyle = (theme: Theme) => ({
  m: 0,
  p: 0,
  listStyle: 'none',
  overflow: 'hidden',
  borderRadius: '12px',
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
});

const rowStyle = (theme: Theme) => ({
  alignItems: 'center',
  pl: 1,
  '& + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[data-current="true"]': {
    backgroundColor: theme.vars.palette.action.selected,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '& .MuiButtonBase-root.Mui-focusVisible': { outlineOffset: -2 },
});

/** Never taller than the window below the desk, so that the buttons at its foot are in sight without scrolling. */
const paneStyle = {
  position: 'sticky',
  top: 60,
  maxHeight: 'calc(100dvh - var(--desk-top) - 12px)',
  overflowY: 'auto',
};

const footStyle = {
  position: 'sticky',
  bottom: 0,
  gap: 2,
  px: 5,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  '&:empty': { display: 'none' },
};
