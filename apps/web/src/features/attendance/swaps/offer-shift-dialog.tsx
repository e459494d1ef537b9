import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAX_OPEN_PLACES, type OpenShift, type RosterBoard } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { keyOfAll, pageQuery, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { ApiError } from '../../../lib/api-error';
import { formatHours } from '../../../lib/format';
import { AppDialog } from '../../../ui/app-dialog';
import { TextInput } from '../../../ui/fields/text-input';
import { Banner } from '../../../ui/feedback/banner';
import { takenText } from '../roster.messages';
import { shiftLine } from './swap-display';

type OfferShiftDialogProps = {
  board: RosterBoard;
  /** The one that is looked at. */
  day: string;
  onClose: () => void;
};

/** Offers a shift of a day to those who are free and qualified, and shows what is open. */
export function OfferShiftDialog({ board, day: first, onClose }: OfferShiftDialogProps) {
  const types = board.shiftTypes.filter(({ status }) => status === 'active');
  const [shiftTypeId, setShiftTypeId] = useState(types[0]?._id ?? '');
  const [day, setDay] = useState(first > board.today ? first : board.today);
  const [places, setPlaces] = useState('1');
  const laboratoryId = board.laboratory._id;
  const offering = useWrite({
    send: (body: { laboratoryId: string; shiftTypeId: string; day: string; places: number }, given) =>
      send(api.openShifts.offer, { body }, given),
    success: 'The shift was offered',
    stale: [keyOfAll('openShifts')],
  });
  const faultOf = (field: string) =>
    offering.error instanceof ApiError
      ? offering.error.errors.find((error) => error.field === field)?.message
      : undefined;
  const field = (name: string) => ({ error: faultOf(name) !== undefined, helperText: faultOf(name) });
  const isUnplaced = offering.fault !== undefined && !['shiftTypeId', 'day', 'places'].some(faultOf);
  return (
    <AppDialog
      title="Offer an open shift"
      fillsPhone
      onClose={offering.isPending ? offering.stop : onClose}
      pending={offering.isPending}
      // What was offered is saved, and another shift may be offered like it.
      hasInput={!offering.isSuccess}
      onSubmit={(event) => {
        event.preventDefault();
        if (!offering.isPending) offering.mutate({ laboratoryId, shiftTypeId, day, places: Number(places) });
      }}
      cancelLabel="Close"
      decision={
        <Button type="submit" variant="contained" disabled={shiftTypeId === ''} loading={offering.isPending}>
          Offer shift
        </Button>
      }
    >
      <Typography color="textSecondary">
        Those who are free and qualified get a message. The first to accept takes the shift.
      </Typography>
      {isUnplaced && <Banner tone="error">{offering.fault}</Banner>}
      <TextField
        select
        label="Shift type"
        value={shiftTypeId}
        onChange={({ target }) => setShiftTypeId(target.value)}
        {...field('shiftTypeId')}
      >
        {types.map((type) => (
          <MenuItem key={type._id} value={type._id}>
            {type.name}, {formatHours(type)}
          </MenuItem>
        ))}
      </TextField>
      <TextInput
        label="Day"
        error={faultOf('day')}
        type="date"
        value={day}
        onChange={setDay}
        inputProps={{ min: board.today }}
      />
      <TextField
        label="People needed"
        type="number"
        value={places}
        onChange={({ target }) => setPlaces(target.value)}
        slotProps={{ htmlInput: { min: 1, max: MAX_OPEN_PLACES, inputMode: 'numeric' } }}
        {...field('places')}
      />
      <Offered laboratoryId={laboratoryId} />
    </AppDialog>
  );
}

function Offered({ laboratoryId }: { laboratoryId: string }) {
  const { data } = useQuery(pageQuery(api.openShifts.list, { query: { laboratoryId, status: ['open'], limit: 50 } }));
  if (!data || data.data.length === 0) return null;
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        Open now
      </Typography>
      <Stack component="ul" aria-label="Open now" sx={{ m: 0, mt: 1, p: 0, gap: 2, listStyle: 'none' }}>
        {data.data.map((open) => (
          <OfferedShift key={open._id} open={open} />
        ))}
      </Stack>
    </div>
  );
}

function OfferedShift({ open: { _id, shift, takenBy, places, version, actions } }: { open: OpenShift }) {
  const withdrawing = useWrite({
    send: (_input: undefined, given) =>
      send(api.openShifts.withdraw, { params: { id: _id }, body: { version } }, given),
    success: 'The open shift was withdrawn',
    toastsFailure: true,
    stale: [keyOfAll('openShifts')],
  });
  return (
    <Stack component="li" direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
      <div>
        <Typography variant="body2" className="tabular">
          {shiftLine(shift)}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {takenText(
            takenBy.map(({ name }) => name),
            places,
          )}
        </Typography>
      </div>
      {actions.withdraw?.allowed && (
        <Button
          size="small"
          color="inherit"
          loading={withdrawing.isPending}
          onClick={() => withdrawing.mutate(undefined)}
        >
          Withdraw
        </Button>
      )}
    </Stack>
  );
}
