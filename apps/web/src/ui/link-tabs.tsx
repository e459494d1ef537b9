import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

export type LinkTab = { path: string; label: string; icon?: ReactElement };

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  marginBottom: theme.spacing(3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

const Bar = styled('nav')({
  position: 'relative',
  display: 'flex',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // A focused tab is not left under an arrow.
  scrollPaddingInline: 36,
});

/** A mouse cannot swipe. */
const Arrow = styled(ButtonBase)(({ theme }) => ({
  position: 'absolute',
  top: 0,
  bottom: 0,
  width: 32,
  color: theme.vars.palette.text.secondary,
  background: theme.vars.palette.background.default,
  '@media (pointer: coarse)': { display: 'none' },
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
  const [more, setMore] = useState({ before: false, after: false });
  const look = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) => {
    const [before, after] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
    setMore((known) => (known.before === before && known.after === after ? known : { before, after }));
  };
  // A number that arrives in a label moves the tabs after it.
  const labels = tabs.map((tab) => tab.label).join();
  useEffect(() => {
    // In the next frame, whose layout is computed anyway: asking for positions now would compute another one.
    const frame = requestAnimationFrame(() => {
      if (!bar.current) return;
      showCurrent(bar.current);
      look(bar.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [current, labels]);
  useEffect(() => {
    const onResize = () => bar.current && look(bar.current);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  const turn = (direction: 1 | -1) => {
    bar.current?.scrollBy({ left: direction * bar.current.clientWidth * 0.6 });
  };
  return (
    <Frame className="not-printed">
      <Bar ref={bar} aria-label={label} onScroll={({ currentTarget }) => look(currentTarget)}>
        {tabs.map(({ path, label: words, icon }) => (
          <Entry key={path} component={Link} to={path} aria-current={path === current ? 'page' : undefined}>
            {words}
            {icon}
          </Entry>
        ))}
      </Bar>
      {/* With the keyboard, the links themselves come into view. */}
      {more.before && (
        <Arrow aria-hidden tabIndex={-1} title="Earlier pages" sx={{ left: 0 }} onClick={() => turn(-1)}>
          <ChevronLeft />
        </Arrow>
      )}
      {more.after && (
        <Arrow aria-hidden tabIndex={-1} title="Further pages" sx={{ right: 0 }} onClick={() => turn(1)}>
          <ChevronRight />
        </Arrow>
      )}
    </Frame>
  );
}

/** Scrolls a bar that is wider than the screen to the current page. */
function showCurrent(bar: HTMLElement): void {
  const entry = bar.querySelector<HTMLElement>('[aria-current=page]');
  if (entry) bar.scrollLeft = entry.offsetLeft - (bar.clientWidth - entry.offsetWidth) / 2;
}
