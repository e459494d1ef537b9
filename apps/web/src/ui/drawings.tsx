import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** Our own drawings: lines of 1.5 in two colours. `.a` is the accent, the rest is the quiet colour. */
const Svg = styled('svg')(({ theme }) => ({
  width: 120,
  height: 96,
  fill: 'none',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  stroke: theme.vars.palette.control,
  '& .a': { stroke: theme.vars.palette.primary.main },
}));

function Drawing({ children }: { children: ReactNode }) {
  return (
    <Svg viewBox="0 0 120 96" aria-hidden>
      {children}
    </Svg>
  );
}

/** A rack with one tube: there is room, nothing is here yet. */
export function EmptyRack() {
  return (
    <Drawing>
      <path d="M18 44h84M18 74h84M24 44v38M96 44v38M18 82h12M90 82h12" />
      <path d="M40 44v-6M40 44v30M52 44v30M68 44v30M80 44v30M80 44v-6" strokeDasharray="2 4" />
      <path className="a" d="M54 20h12M55.5 20v42a4.5 4.5 0 0 0 9 0V20M55.5 48c2-1.6 3-1.6 4.5 0s2.5 1.6 4.5 0" />
      <path className="a" d="M82 16v8M78 20h8" />
    </Drawing>
  );
}

/** A flask that tipped over: something broke. */
export function SpiltFlask() {
  return (
    <Drawing>
      <path d="M12 82h96" />
      <path d="M66 66 39 45c-3-2-6-1-7 2l-8 27c-1 4 1 7 5 7l41 1M66 66l15-4M70 82l15-4M79 58l7 23" />
      <path className="a" d="M29 60c5-1 8 2 13 1s8-2 12 0 8 2 11 0" />
      <path className="a" d="M95 68c2 3 3 5 3 6.5a3 3 0 0 1-6 0c0-1.5 1-3.5 3-6.5z" />
      <circle className="a" cx="74" cy="27" r="15" />
      <path className="a" d="M74 19v9M74 34v.5" />
    </Drawing>
  );
}

/** A magnifier over an empty dish: nothing is at this place. */
export function EmptyDish() {
  return (
    <Drawing>
      <ellipse cx="52" cy="70" rx="38" ry="10" />
      <path d="M14 70v6c0 5.5 17 10 38 10s38-4.5 38-10v-6" />
      <circle className="a" cx="66" cy="38" r="20" />
      <path className="a" d="M80 52l18 18M58 36c1-5 4-8 9-9" />
    </Drawing>
  );
}

/** A closed door with a keyhole: not for this person. */
export function ClosedDoor() {
  return (
    <Drawing>
      <path d="M22 84h76M38 84V22c0-3 2-5 5-5h34c3 0 5 2 5 5v62" />
      <path className="a" d="M52 48v-5a8 8 0 0 1 16 0v5M48 48h24v18H48zM60 55v4" />
    </Drawing>
  );
}
