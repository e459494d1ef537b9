import { keyframes, styled } from '@mui/material/styles';

const rotate = keyframes`to { transform: rotate(360deg); }`;
const bob = keyframes`0%, 80%, 100% { transform: scale(0.6); opacity: 0.4; } 40% { transform: none; opacity: 1; }`;
const swell = keyframes`0%, 100% { transform: scale(0.75); opacity: 0.5; } 50% { transform: none; opacity: 1; }`;

const sizes = { sm: 16, md: 24, lg: 36, xl: 56 } as const;

export type SpinnerSize = keyof typeof sizes;
export type SpinnerColor = 'primary' | 'accent' | 'success' | 'info';
export type DotsColor = 'primary' | 'accent' | 'success';

const Ring = styled('span')<{ diameter: number; tone: SpinnerColor }>(({ theme, diameter, tone }) => ({
  display: 'inline-block',
  boxSizing: 'border-box',
  width: diameter,
  height: diameter,
  border: `${Math.max(2, diameter / 12)}px solid ${theme.vars.palette.divider}`,
  borderTopColor: theme.vars.palette[tone].main,
  borderRadius: '50%',
  animation: `${rotate} 1s linear infinite`,
}));

const Row = styled('span')({ display: 'inline-flex', gap: 6 });

const Dot = styled('span')<{ tone: DotsColor; order: number }>(({ theme, tone, order }) => ({
  width: 8,
  height: 8,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette[tone].main,
  animation: `${bob} 1.2s ease-in-out ${order * 0.16}s infinite`,
}));

const Disc = styled('span')<{ tone: DotsColor }>(({ theme, tone }) => ({
  display: 'inline-block',
  width: 28,
  height: 28,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette[tone].main,
  animation: `${swell} 1.4s ease-in-out infinite`,
}));

export function Spinner({ size = 'md', color = 'primary' }: { size?: SpinnerSize; color?: SpinnerColor }) {
  return <Ring diameter={sizes[size]} tone={color} role="status" aria-label="Loading" />;
}

export function Dots({ color = 'primary' }: { color?: DotsColor }) {
  return (
    <Row role="status" aria-label="Loading">
      <DotRow color={color} />
    </Row>
  );
}

export function Pulse({ color = 'primary' }: { color?: DotsColor }) {
  return <Disc tone={color} role="status" aria-label="Loading" />;
}

/** Three pulsing dots without a word for screen readers: for beside an indicator that has one. */
export function DotRow({ color = 'primary' }: { color?: DotsColor }) {
  return (
    <Row aria-hidden>
      {[0, 1, 2].map((order) => (
        <Dot key={order} order={order} tone={color} />
      ))}
    </Row>
  );
}
