import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import type { RosterBoard, RosterValue } from '@shifa/contract';
import { type Dispatch, useDeferredValue, useMemo, useState } from 'react';
import { landscape } from '../../../ui/amount-table';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NoResults } from '../../../ui/feedback/no-results';
import { DayDetail } from './day-detail';
import { isOneCell, type Selection } from './grid-selection';
import { PublishDialog } from './publish-dialog';
import { RosterGrid } from './roster-grid';
import type { PlanAction, RosterPlan } from './roster-plan';
import { coverageRows, factsOf, shownDays } from './roster-rows';
import { RosterToolbar } from './roster-toolbar';
import { RotationDialog } from './rotation-dialog';
import { usePlanning } from './use-planning';

export type PlannedBoardProps = {
  board: RosterBoard;
  /** What the viewer plans on it, and on the boards of other days. */
  plan: RosterPlan;
  dispatch: Dispatch<PlanAction>;
};

/** The board with its tools: planned days are saved as drafts, and count once they are published. */
export function RosterBoardView({ board, plan, dispatch }: PlannedBoardProps) {
  const [brush, setBrush] = useState<RosterValue>();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<'publish' | 'rotation'>();
  const { from, to, today, canPlan, lockedReason, shiftTypes, holidays, policy } = board;
  // Not of the whole board: saving a day must not render the rows of other people again.
  const facts = useMemo(
    () => factsOf({ from, to, today, canPlan, lockedReason, shiftTypes, holidays, policy }),
    [from, to, today, canPlan, lockedReason, shiftTypes, holidays, policy],
  );
  const [selected, setSelection] = useState<Selection>(() => {
    const focus = { row: 0, column: Math.max(0, facts.days.indexOf(facts.today)) };
    return { anchor: focus, focus };
  });
  const people = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return board.people.filter(({ person: { name, employeeCode, department } }) =>
      `${name} ${employeeCode} ${department ?? ''}`.toLowerCase().includes(wanted),
    );
  }, [board.people, search]);
  const deferredEdits = useDeferredValue(plan.edits);
  const coverage = useMemo(() => coverageRows(board, facts, deferredEdits), [board, facts, deferredEdits]);
  const planning = usePlanning({ board, people, facts, plan, dispatch });

  if (board.people.length === 0) {
    return <EmptyState>No one works at this laboratory in these days.</EmptyState>;
  }
  const selection = clamped(selected, people.length, facts.days.length);
  const everything: Selection = {
    anchor: { row: 0, column: 0 },
    focus: { row: people.length - 1, column: facts.days.length - 1 },
  };
  const target = isOneCell(selection) ? everything : selection;
  const row = people[selection.focus.row];
  const day = row && shownDays(row, facts, plan.edits.get(row.person._id))[selection.focus.column];

  const onCommand = (command: string): boolean => {
    const action = {
      Delete: () => planning.fill(selection, null),
      Backspace: () => planning.fill(selection, null),
      Escape: () => setBrush(undefined),
      'ctrl+c': () => planning.copy(selection),
      'ctrl+x': () => {
        planning.copy(selection);
        planning.fill(selection, null);
      },
      'ctrl+v': () => planning.paste(selection),
      'ctrl+z': () => planning.canUndo && planning.undo(),
      'ctrl+y': () => planning.canRedo && planning.redo(),
      'ctrl+shift+z': () => planning.canRedo && planning.redo(),
    }[command];
    if (!action || !facts.canPlan) return false;
    action();
    return true;
  };

  return (
    // The board alone is printed, without what it is planned with.
    <Stack sx={{ gap: 3, '@media print': { '& > :not([role="grid"])': { display: 'none' } } }}>
      <GlobalStyles styles={landscape} />
      {board.lockedReason !== null && <Banner tone="info">{board.lockedReason}</Banner>}
      <RosterToolbar
        board={board}
        canPlan={facts.canPlan && to >= today}
        planning={planning}
        brush={brush}
        onBrush={setBrush}
        search={search}
        onSearch={setSearch}
        isUnsaved={plan.edits.size > 0}
        onCopyWeek={() => planning.copyWeekBefore(target)}
        onRotate={() => setDialog('rotation')}
        onPublish={() => setDialog('publish')}
      />
      {people.length === 0 ? (
        <NoResults things="people" search={search} onClear={() => setSearch('')} />
      ) : (
        <>
          <RosterGrid
            people={people}
            facts={facts}
            edits={plan.edits}
            coverage={coverage}
            selection={selection}
            onSelect={setSelection}
            paints={facts.canPlan && brush !== undefined}
            onPaint={(painted) => brush !== undefined && planning.fill(painted, brush)}
            isCode={(code) => facts.canPlan && planning.codes.has(code)}
            onCode={(where, code) => planning.fill(where, planning.codes.get(code) ?? null)}
            onCommand={onCommand}
          />
          {row && day && <DayDetail row={row} day={day} facts={facts} />}
        </>
      )}
      {dialog === 'rotation' && (
        <RotationDialog
          shiftTypes={board.shiftTypes}
          names={people.slice(...rowsOf(target)).map(({ person }) => person.name)}
          days={facts.days.slice(...columnsOf(target)).filter((each) => each >= facts.today)}
          onApply={(valueFor) => planning.change(target, ({ rowOffset, day: on }) => valueFor(rowOffset, on))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'publish' && <PublishDialog board={board} onClose={() => setDialog(undefined)} />}
    </Stack>
  );
}

function rowsOf({ anchor, focus }: Selection): [number, number] {
  return [Math.min(anchor.row, focus.row), Math.max(anchor.row, focus.row) + 1];
}

function columnsOf({ anchor, focus }: Selection): [number, number] {
  return [Math.min(anchor.column, focus.column), Math.max(anchor.column, focus.column) + 1];
}

/** A search may leave fewer people than were selected. */
function clamped({ anchor, focus }: Selection, rows: number, columns: number): Selection {
  const within = ({ row, column }: Selection['focus']) => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  return { anchor: within(anchor), focus: within(focus) };
}
