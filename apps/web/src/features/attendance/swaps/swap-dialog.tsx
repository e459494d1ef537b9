import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAX_ASKED, type SwapColleague, type SwapShift } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOfAll, queryOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { AppDialog } from '../../../ui/app-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SearchInput } from '../../../ui/search-input';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { shiftLine } from './swap-display';

type Kind = 'give' | 'exchange';

const kinds = [
  { value: 'give', label: 'Hand over' },
  { value: 'exchange', label: 'Exchange' },
] as const;

type Content = { kind: Kind; chosen: readonly string[]; inExchange: string | undefined; note: string };

/** Its drafts are named by the day. */
export const swapDrafts = 'rosterSwaps';

/** Offers a shift of one’s own: to one or several colleagues, or to one of them for a shift of theirs. */
export function SwapDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const draft = useDraftedState<Content>(`${swapDrafts}:${day}`, {
    kind: 'give',
    chosen: [],
    inExchange: undefined,
    note: '',
  });
  const { kind, chosen, inExchange, note } = draft.content;
  const query = useQuery({ ...queryOf(api.rosterSwaps.colleagues, { query: { day } }), staleTime: 0 });
  const close = () => {
    draft.drop();
    onClose();
  };
  const asking = useWrite({
    firstKey: draft.key,
    send: (body: { day: string; userIds: string[]; inExchange?: string; note: string }, given) =>
      send(api.rosterSwaps.request, { body }, given),
    success: 'Your colleagues were asked',
    stale: [keyOfAll('rosterSwaps')],
    onSuccess: close,
  });
  const isReady = chosen.length > 0 && (kind === 'give' || inExchange !== undefined);
  const submit = () =>
    asking.mutate({
      day,
      userIds: [...chosen],
      note,
      ...(kind === 'exchange' && inExchange !== undefined && { inExchange }),
    });
  return (
    <AppDialog
      title={kind === 'give' ? 'Who takes this shift?' : 'Exchange this shift'}
      maxWidth="sm"
      fillsPhone
      onClose={asking.isPending ? asking.stop : close}
      pending={asking.isPending}
      holdsDraft={draft.restoredAt !== undefined && draft.dirty}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !asking.isPending) submit();
      }}
      decision={
        <Button type="submit" variant="contained" disabled={!isReady} loading={asking.isPending}>
          {chosen.length > 1 ? `Ask ${String(chosen.length)} colleagues` : 'Ask'}
        </Button>
      }
    >
      <RestoredDraft draft={draft} write={asking} />
      {query.data && <Typography className="tabular">{shiftLine(query.data.shift)}</Typography>}
      <SegmentedChoice
        label="Kind of swap"
        segments={kinds}
        value={kind}
        onChange={(next) => {
          draft.change({ kind: next, chosen: [], inExchange: undefined });
          asking.reset();
        }}
      />
      {asking.fault !== undefined && <Banner tone="error">{asking.fault}</Banner>}
      {query.data ? (
        <Colleagues
          kind={kind}
          day={day}
          colleagues={query.data.colleagues}
          chosen={chosen}
          onChosen={(next) => draft.change({ chosen: next, inExchange: undefined })}
          inExchange={inExchange}
          onExchange={(other) => draft.change({ inExchange: other })}
        />
      ) : (
        <NotLoaded query={query} what="your colleagues" skeleton={240} />
      )}
      <TextField
        label="Note (optional)"
        value={note}
        onChange={({ target }) => draft.change({ note: target.value })}
        helperText="Your colleagues and the approver see this."
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    </AppDialog>
  );
}

type ColleaguesProps = {
  kind: Kind;
  day: string;
  colleagues: readonly SwapColleague[];
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
  inExchange: string | undefined;
  onExchange: (day: string) => void;
};

function Colleagues({ kind, day, colleagues, chosen, onChosen, inExchange, onExchange }: ColleaguesProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const isOpen = ({ refusal }: SwapColleague) => kind === 'exchange' || refusal === null;
  // Who can be asked comes first.
  const shown = colleagues
    .filter(({ person }) => person.name.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  if (colleagues.length === 0) return <EmptyState>You have no colleagues at this laboratory.</EmptyState>;
  const toggle = (id: string) => {
    if (kind === 'exchange') onChosen([id]);
    else onChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  };
  const isFull = kind === 'give' && chosen.length >= MAX_ASKED;
  return (
    <>
      {!colleagues.some(isOpen) && (
        <Typography variant="body2" color="textSecondary">
          No one is free and allowed to take it. Try an exchange.
        </Typography>
      )}
      {colleagues.length > 8 && <SearchInput label="Search colleagues" value={search} onChange={setSearch} />}
      <Stack component="ul" aria-label="Colleagues" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
        {shown.map((colleague) => {
          const { person, refusal, warnings } = colleague;
          const isChosen = chosen.includes(person._id);
          const Control = kind === 'exchange' ? Radio : Checkbox;
          const notes = kind === 'exchange' ? [] : refusal === null ? warnings : [refusal];
          return (
            <li key={person._id}>
              <FormControlLabel
                disabled={!isOpen(colleague) || (isFull && !isChosen)}
                sx={{ alignItems: 'flex-start' }}
                control={<Control sx={{ py: 1 }} checked={isChosen} onChange={() => toggle(person._id)} />}
                label={<Named name={person.name} notes={notes} isWarning={refusal === null} />}
              />
              {kind === 'exchange' && isChosen && (
                <Shifts day={day} userId={person._id} name={person.name} value={inExchange} onChange={onExchange} />
              )}
            </li>
          );
        })}
      </Stack>
      {shown.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          No colleague matches “{search.trim()}”.
        </Typography>
      )}
      {isFull && (
        <Typography variant="body2" color="textSecondary" role="status">
          You can ask up to {MAX_ASKED} colleagues at once.
        </Typography>
      )}
    </>
  );
}

function Named({ name, notes, isWarning }: { name: string; notes: readonly string[]; isWarning: boolean }) {
  return (
    <Stack sx={{ pt: 1 }}>
      <span>{name}</span>
      {notes.map((each) => (
        <Typography key={each} variant="caption" color={isWarning ? 'warning' : 'textSecondary'}>
          {each}
        </Typography>
      ))}
    </Stack>
  );
}

type ShiftsProps = {
  day: string;
  userId: string;
  name: string;
  value: string | undefined;
  onChange: (day: string) => void;
};

/** The shifts of a colleague that can be had for one’s own. */
function Shifts({ day, userId, name, value, onChange }: ShiftsProps) {
  const query = useQuery({ ...queryOf(api.rosterSwaps.exchanges, { query: { day, userId } }), staleTime: 0 });
  if (!query.data) return <NotLoaded query={query} what="the shifts" skeleton={80} />;
  if (query.data.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ pl: 8 }}>
        {name} has no published shifts in the next weeks.
      </Typography>
    );
  }
  return (
    <Stack component="ul" aria-label={`Shifts of ${name}`} sx={{ m: 0, pl: 8, listStyle: 'none' }}>
      {query.data.map(
        ({ shift, refusal, warnings }: { shift: SwapShift; refusal: string | null; warnings: string[] }) => (
          <li key={shift.day}>
            <FormControlLabel
              disabled={refusal !== null}
              sx={{ alignItems: 'flex-start' }}
              control={<Radio sx={{ py: 1 }} checked={value === shift.day} onChange={() => onChange(shift.day)} />}
              label={
                <Named
                  name={shiftLine(shift)}
                  notes={refusal === null ? warnings : [refusal]}
                  isWarning={refusal === null}
                />
              }
            />
          </li>
        ),
      )}
    </Stack>
  );
}
