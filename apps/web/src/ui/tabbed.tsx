import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';

type TabbedProps<Value extends string> = {
  /** What the tabs are parts of, for those who cannot see them. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  tab: Value;
  onTab: (tab: Value) => void;
  /** The part that is shown. */
  children: ReactNode;
};

/** The parts of a page, one at a time. */
export function Tabbed<Value extends string>({ label, tabs, tab, onTab, children }: TabbedProps<Value>) {
  const id = useId();
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: Value) => onTab(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={label}
        className="not-printed"
        sx={{ mb: 4, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ value, label: words }) => (
          <Tab key={value} value={value} label={words} id={`${id}-${value}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {children}
      </div>
    </>
  );
}
