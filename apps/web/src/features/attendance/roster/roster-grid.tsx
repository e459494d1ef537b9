import { styled } from '@mui/material/styles';
import type { RosterPerson } from '@shifa/contract';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { formatDay, formatWeekday } from '../../../lib/format';
import { CoverageRows } from './coverage-rows';
import { codeReader, isOneCell, moved, type Position, rangeOf, type Selection } from './grid-selection';
import { gridStyle } from './roster-grid-style';
import type { Edits } from './roster-plan';
import { cellId, RosterRow } from './roster-row';
import type { BoardFacts, CoverageRow } from './roster-rows';

type RosterGridProps = {
  people: readonly RosterPerson[];
  facts: BoardFacts;
  edits: Edits;
  coverage: readonly CoverageRow[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Whether dragging paints what was dragged over. */
  paints: boolean;
  /** Dragging ended with this selection. */
  onPaint: (selection: Selection) => void;
  isCode: (code: string) => boolean;
  /** A code was typed. */
  onCode: (selection: Selection, code: string) => void;
  /** `Delete`, `Escape`, or a letter with Ctrl such as `ctrl+z`. True if it was understood. */
  onCommand: (command: string) => boolean;
};

/** People by days, moved in and painted with the mouse or the keyboard as in a spreadsheet. */
export function RosterGrid(props: RosterGridProps) {
  const { people, facts, edits, coverage, selection, onSelect, paints, onPaint, isCode, onCode, onCommand } = props;
  const prefix = useId();
  const grid = useRef<HTMLDivElement>(null);
  const dragging = useRef<Selection>(undefined);
  const read = useRef<ReturnType<typeof codeReader>>(undefined);
  const painted = useRef<Selection>(undefined);
  const [isDragged, setDragged] = useState(false);
  const [firstRow, setFirstRow] = useState(0);
  // A change of thousands of days shows first where someone looks.
  const deferredEdits = useDeferredValue(edits);
  const size = { rows: people.length, columns: facts.days.length };
  const activeId = cellId(prefix, selection.focus.row, selection.focus.column);

  // A month may be wider than the window: begin at today.
  const showFirst = useEffectEvent(() => show(activeId));
  useEffect(() => showFirst(), []);
  useEffect(() => {
    if (document.activeElement === grid.current) {
      show(activeId);
    }
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(selection, event, size);
    if (next) {
      event.preventDefault();
      onSelect(next);
      return;
    }
    const jumps = event.ctrlKey || event.metaKey;
    const pressed = [jumps && 'ctrl', jumps && event.shiftKey && 'shift', jumps ? event.key.toLowerCase() : event.key];
    const command = pressed.filter(Boolean).join('+');
    if (onCommand(command)) event.preventDefault();
    else if (!jumps && !event.altKey && /^[a-z]$/i.test(event.key)) {
      event.preventDefault();
      type(event.key);
    }
  };

  /** After a single cell, the next day is next, so that a week can be typed in a row. */
  const type = (letter: string) => {
    read.current ??= codeReader(isCode);
    const code = read.current(letter, Date.now());
    if (!code) return;
    const target = code.continues && painted.current ? painted.current : selection;
    painted.current = target;
    onCode(target, code.code);
    if (!code.continues && isOneCell(target)) {
      const focus = { ...target.focus, column: Math.min(size.columns - 1, target.focus.column + 1) };
      onSelect({ anchor: focus, focus });
    }
  };

  const onPointerDown = (event: PointerEvent) => {
    const position = positionOf(event.target);
    if (!position || event.button !== 0) return;
    const next = { anchor: event.shiftKey ? selection.anchor : position, focus: position };
    onSelect(next);
    if (event.pointerType === 'touch') return;
    dragging.current = next;
    setDragged(true);
    const end = () => {
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      setDragged(false);
      if (dragging.current) onPaint(dragging.current);
      dragging.current = undefined;
    };
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };

  const onPointerOver = (event: PointerEvent) => {
    const position = positionOf(event.target);
    if (!dragging.current || !position) return;
    dragging.current = { anchor: dragging.current.anchor, focus: position };
    onSelect(dragging.current);
  };

  const { top, bottom, left, right } = rangeOf(selection);
  return (
    <Scroller
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label="Roster"
      aria-multiselectable
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns + 2}
      aria-readonly={!facts.canPlan || undefined}
      aria-activedescendant={activeId}
      data-paints={paints || undefined}
      data-dragged={isDragged || undefined}
      style={{ '--columns': size.columns } as CSSProperties}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setFirstRow(blockOf(currentTarget.scrollTop))}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
    >
      <div className="content">
        <div role="row" className="row head" aria-rowindex={1}>
          <span role="columnheader" className="name">
            Person
          </span>
          {facts.days.map((day) => (
            <DayHead key={day} day={day} facts={facts} />
          ))}
          <span role="columnheader" className="hours">
            Hours
          </span>
        </div>
        <div role="rowgroup" className="people">
          {people.map((row, index) => (
            <RosterRow
              key={row.person._id}
              row={row}
              index={index}
              facts={facts}
              edits={(isNear(index, firstRow) ? edits : deferredEdits).get(row.person._id)}
              prefix={prefix}
            />
          ))}
          <div
            aria-hidden
            className="selection"
            style={
              { '--top': top, '--left': left, '--rows': bottom - top + 1, '--width': right - left + 1 } as CSSProperties
            }
          />
        </div>
        <CoverageRows rows={coverage} facts={facts} />
      </div>
    </Scroller>
  );
}

function DayHead({ day, facts: { today, holidays } }: { day: string; facts: BoardFacts }) {
  const holiday = holidays.get(day);
  const weekday = formatWeekday(day);
  return (
    <span
      role="columnheader"
      className="cell"
      data-today={day === today || undefined}
      data-off={holiday !== undefined || undefined}
      title={[formatDay(day), weekday, holiday].filter(Boolean).join(', ')}
      aria-label={[`${weekday} ${Number(day.slice(8))}`, holiday].filter(Boolean).join(', ')}
    >
      <small>{weekday.slice(0, 2)}</small>
      {Number(day.slice(8))}
    </span>
  );
}

const BLOCK_ROWS = 20;
/** The height of a row in pixels, as in the style. */
const ROW = 34;

/** The first row of the block of rows that is scrolled to. */
function blockOf(scrollTop: number): number {
  return Math.floor(scrollTop / ROW / BLOCK_ROWS) * BLOCK_ROWS;
}

/** Whether a row is in sight, or a little beyond. */
function isNear(row: number, first: number): boolean {
  return row >= first - BLOCK_ROWS && row < first + 2 * BLOCK_ROWS;
}

function show(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}

const Scroller = styled('div')(({ theme }) => gridStyle(theme));
