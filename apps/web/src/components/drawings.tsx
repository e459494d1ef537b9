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
      <path d="M12 80h96" />
      <path d="M30 52l26-10 10 27c2 5 0 10-5 11H32c-6 0-10-5-8-11z" transform="rotate(-62 48 64)" />
      <path d="M72 46l8-3M70 40l9-4" />
      <path className="a" d="M84 66c4 3 6 6 6 9M92 80c-2-5-6-8-12-8" />
      <path className="a" d="M60 18v14M60 38v.5" />
      <circle className="a" cx="60" cy="28" r="17" />
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

/** Works with tools laid out: a section that is still to come. */
export function Bench() {
  return (
    <Drawing>
      <path d="M14 82h92M26 82V70h68v12" />
      <path d="M44 70V34M44 34h16M60 34v8M38 34h6" />
      <path className="a" d="M55 42h10l-2 10h-6zM60 52v6" />
      <path className="a" d="M50 70c0-5 4.5-8 10-8s10 3 10 8" />
      <path d="M78 70V56h10v14M80 50h6M81 50v6M85 50v6" />
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
