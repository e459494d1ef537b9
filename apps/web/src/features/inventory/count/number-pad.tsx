import Add from '@mui/icons-material/AddOutlined';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import Remove from '@mui/icons-material/RemoveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatEntered,
  formatPack,
  formatQuantity,
  type InventoryUnit,
  type ItemPackage,
  MAX_QUANTITY,
  readNumber,
} from '@shifa/contract';
import { type ComponentProps, useState } from 'react';
import { PackSelect } from '../../../screens/packs/pack-select';
import { enteredIn, packChoices, type Packed, unitsOf } from '../../../screens/packs/packed';
import { unitWord } from '../item-display';
import { formatSigned } from '../../../lib/change';
import { formatCount } from '../../../lib/format';

type NumberPadProps = {
  /** What is counted; what is said of a refused entry does not go on to the next. */
  batchId: string | undefined;
  unit: InventoryUnit;
  packs: readonly ItemPackage[];
  /** Without a quantity until something is entered. */
  value: Packed;
  /** Hidden in a blind count. */
  expected: number | undefined;
  disabled: boolean;
  onChange: (value: Packed) => void;
  onPrevious: (() => void) | undefined;
  onNext: () => void;
};

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Enters a counted quantity with one thumb. */
export function NumberPad(props: NumberPadProps) {
  const { batchId, unit, packs, value, expected, disabled, onChange, onPrevious, onNext } = props;
  const { quantity, pack } = value;
  const units = unitsOf(value);
  const choices = packChoices(packs, pack);
  const entered = enteredIn(value);
  const [refusal, setRefusal] = useState<{ batchId: string | undefined; text: string }>();
  const refused = refusal?.batchId === batchId ? refusal?.text : undefined;
  const refuse = (text: string) => setRefusal({ batchId, text });
  const change = (next: Packed) => {
    setRefusal(undefined);
    onChange(next);
  };
  const most = Math.floor(MAX_QUANTITY / (pack?.factor ?? 1));
  const set = (next: number) => {
    if (disabled || next < 0) return;
    if (next > most) refuse(`At most ${formatCount(most)} can be counted`);
    else change({ quantity: next, pack });
  };
  const clear = () => change({ quantity: null, pack });
  const type = (text: string) => {
    if (disabled) return;
    const entered = readNumber(text);
    if (text.trim() === '') clear();
    // Digits of something else, such as 2.5 or -3, would be another quantity.
    else if (Number.isInteger(entered) && entered >= 0) set(entered);
    else refuse('Enter a whole number');
  };
  const shown = quantity === null ? '' : String(quantity);
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'stretch' }}>
        <Step aria-label="One less" disabled={disabled || !quantity} onClick={() => set((quantity ?? 0) - 1)}>
          <Remove />
        </Step>
        <Quantity
          // The number pad takes the place of the phone's keyboard; a real one works as well.
          inputMode="none"
          autoComplete="off"
          aria-label={pack ? `Counted packs, ${formatPack(pack)}` : `Counted ${unitWord(unit)}`}
          placeholder="–"
          value={shown}
          readOnly={disabled}
          onChange={(event) => type(event.target.value)}
          aria-invalid={refused !== undefined}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onNext();
          }}
        />
        <Step aria-label="One more" disabled={disabled} onClick={() => set((quantity ?? 0) + 1)}>
          <Add />
        </Step>
      </Stack>
      {refused !== undefined && (
        <Typography variant="body2" role="alert" color="error" sx={{ textAlign: 'center' }}>
          {refused}
        </Typography>
      )}
      {choices.size > 0 && (
        <PackSelect
          unit={unit}
          choices={choices}
          pack={pack}
          size="small"
          disabled={disabled}
          inputProps={{ 'aria-label': 'Counted in' }}
          onChange={(next) => {
            const fits = (quantity ?? 0) * (next?.factor ?? 1) <= MAX_QUANTITY;
            change({ quantity: fits ? quantity : null, pack: next });
          }}
        />
      )}
      {pack && (
        // Its line is there before the first digit, so that the keys stay where they are.
        <Typography className="tabular" role="status" color="textSecondary" sx={{ textAlign: 'center' }}>
          {entered ? formatEntered(entered, unit) : '\u00a0'}
        </Typography>
      )}
      {expected !== undefined && (
        <Typography className="tabular" role="status" color="textSecondary" sx={{ textAlign: 'center' }}>
          Expected {formatQuantity(expected, unit)}
          {units !== null && (
            <>
              {' · '}
              {units === expected ? 'matches' : <strong>{formatSigned(units - expected)}</strong>}
            </>
          )}
        </Typography>
      )}
      <Pad>
        {digits.map((digit) => (
          <Key key={digit} disabled={disabled} onClick={() => type(shown + digit)}>
            {digit}
          </Key>
        ))}
        <Key
          disabled={disabled}
          onClick={() => (expected === undefined ? clear() : change({ quantity: expected, pack: null }))}
          sx={{ fontSize: '0.8125rem !important' }}
        >
          {expected === undefined ? 'Clear' : 'Matches'}
        </Key>
        <Key disabled={disabled} onClick={() => type(`${shown}0`)}>
          0
        </Key>
        <Key disabled={disabled} aria-label="Delete the last digit" onClick={() => type(shown.slice(0, -1))}>
          <Backspace />
        </Key>
      </Pad>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 2fr' }}>
        <Button variant="outlined" color="inherit" size="large" sx={tall} disabled={!onPrevious} onClick={onPrevious}>
          Back
        </Button>
        <Button variant="contained" size="large" sx={tall} onClick={onNext}>
          {quantity === null ? 'Skip' : 'Next'}
        </Button>
      </Box>
    </Stack>
  );
}

/** Phones on which the pad would leave too little room above it. */
const low = '@media (max-height: 700px)';

const Quantity = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  height: 56,
  [low]: { height: 44 },
  padding: '0 8px',
  textAlign: 'center',
  font: 'inherit',
  fontSize: '2rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  color: 'inherit',
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.control}`,
  borderRadius: theme.shape.borderRadius,
}));

const tall = { minHeight: 44 };

const Pad = styled('div')({ display: 'grid', gap: 6, gridTemplateColumns: 'repeat(3, 1fr)' });

const key = {
  minWidth: 56,
  minHeight: 56,
  [low]: { minHeight: 44 },
  fontSize: '1.25rem',
  fontVariantNumeric: 'tabular-nums',
};

const Key = styled((props: ComponentProps<typeof Button>) => <Button variant="outlined" color="inherit" {...props} />)(
  key,
);

const Step = styled((props: ComponentProps<typeof Button>) => <Button variant="outlined" color="inherit" {...props} />)(
  { ...key, width: 72 },
);
