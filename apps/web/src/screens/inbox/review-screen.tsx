import Keyboard from '@mui/icons-material/KeyboardOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { Pagination } from '@shifa/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Actionable } from '../actions/define-actions';
import { PageTurner } from '../list/page-turner';
import type { WholeList } from '../list/use-selection';
import { showShortcuts } from '../../ui/shortcuts';
import { useRoomBeside } from '../../ui/use-on-phone';
import type { Queue, ReviewSet, ReviewView } from './queue';
import { QueueSkeleton, ReviewItems } from './review-items';

type ReviewScreenProps = {
  set: ReviewSet;
  /** Which kind of items they are: each begins with nothing selected. */
  kind?: string | undefined;
  /** What is chosen above the items. */
  choices: ReactNode;
  /** What could not be loaded, or only earlier. */
  faults: ReactNode;
  /** Absent until they have been loaded. */
  rows: readonly Actionable[] | undefined;
  isLoading: boolean;
  /** The rows are still those of the view before. */
  isPlaceholder: boolean;
  /** What can be selected beyond the rows. */
  whole: WholeList<Actionable> | undefined;
  view: Pick<ReviewView, 'actions'>;
  /** Which page of which view is asked for; each begins at its first item. */
  asked: string;
  /** Shown when no item is left. */
  empty: ReactNode;
  pagination: Pagination | undefined;
  onPage: (page: number) => void;
};

/** Items that wait for a decision, with what is shown of them above and below. */
export function ReviewScreen(props: ReviewScreenProps) {
  const { set, kind, choices, faults, rows, isLoading, isPlaceholder, whole, view, asked, empty, pagination, onPage } =
    props;
  const asCards = !useRoomBeside();
  const onOpen = useOpen(set.of);
  const [loaded, setLoaded] = useState(asked);
  // The old rows stay until those of the next view have been loaded.
  if (loaded !== asked && !isPlaceholder) setLoaded(asked);
  const { noun, plural } = set.bulk.resource;
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ columnGap: 4, rowGap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}>
        {choices}
        {!asCards && (
          <Tooltip title="Shortcuts (?)">
            <IconButton onClick={showShortcuts} sx={{ ml: 'auto' }}>
              <Keyboard />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
      {faults}
      {rows ? (
        <>
          <ReviewItems key={kind} {...{ set, rows, whole, view, loaded, asCards, onOpen, empty }} />
          {pagination && pagination.pages > 1 && (
            <PageTurner pagination={pagination} things={{ one: noun, many: plural }} onPage={onPage} />
          )}
        </>
      ) : (
        isLoading && <QueueSkeleton />
      )}
    </>
  );
}

/** Opens an item that is shown as a card. */
function useOpen(queueOf: (id: string) => Queue): (item: Actionable) => void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (item) => {
    const { open } = queueOf(item._id);
    if ('path' in open) void navigate(open.path(item));
    else {
      const next = new URLSearchParams(params);
      next.set(open.parameter, item._id);
      void navigate({ search: next.toString() });
    }
  };
}
