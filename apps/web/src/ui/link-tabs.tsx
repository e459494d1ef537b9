import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';

export type LinkTab = { path: string; label: string; icon?: ReactElement };

const Bar = styled('nav')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  marginBottom: theme.spacing(3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  overflowX: 'auto',
  scrollbarWidth: 'none',
}));

const Entry = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.button,
  flexShrink: 0,
  gap: 8,
  minHeight: 40,
  padding: '2px 10px 0',
  borderBottom: '2px solid transparent',
  color: theme.vars.palette.text.secondary,
  '@media (pointer: coarse)': { minHeight: 44 },
  '&[aria-current=page]': { color: theme.vars.palette.primary.main, borderColor: 'currentColor' },
  '&:focus-visible': { outlineOffset: -2 },
})) as typeof ButtonBase;

/** The pages of a section. Each has its own address, so they are links that look like tabs. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const current = useLocation().pathname.replace(/\/$/, '');
  const bar = useRef<HTMLElement>(null);
  // A number that arrives in a label moves the tabs after it.
  const labels = tabs.map((tab) => tab.label).join();
  useEffect(() => {
    // In the next frame, whose layout is computed anyway: asking for positions now would compute another one.
    const frame = requestAnimationFrame(() => bar.current && showCurrent(bar.current));
    return () => cancelAnimationFrame(frame);
  }, [current, labels]);
  return (
    <Bar ref={bar} aria-label={label} className="not-printed">
      {tabs.map(({ path, label: words, icon }) => (
        <Entry key={path} component={Link} to={path} aria-current={path === current ? 'page' : undefined}>
          {words}
          {icon}
        </Entry>
      ))}
    </Bar>
  );
}

/** Scrolls a bar that is wider than the screen to the current page. */
function showCurrent(bar: HTMLElement): void {
  const entry = bar.querySelector<HTMLElement>('[aria-current=page]');
  if (entry) bar.scrollLeft = entry.offsetLeft - (bar.clientWidth - entry.offsetWidth) / 2;
}
