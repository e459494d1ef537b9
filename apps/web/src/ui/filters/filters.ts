import type { ReactNode } from 'react';

/** Something that a list can be narrowed by; nothing selected means no limit. */
export type Filter = {
  label: string;
  options: readonly { value: string; label: string }[];
  selected: readonly string[];
  /** What the list shows while nothing is selected, if that is not everything. */
  assumed?: readonly string[];
  onChange: (selected: string[]) => void;
  /** Only one of them can be selected. */
  single?: boolean;
  /** Used seldom: a large screen has it behind the button “More”. */
  rare?: boolean;
};

/** The same for what is typed instead of chosen: days, amounts, a name. */
export type TypedFilter = {
  label: string;
  /** What it is set to: `from Nov 1, 2026`; without it, the filter narrows nothing. */
  summary: string | undefined;
  onClear: () => void;
  /** Where it is typed. */
  fields: ReactNode;
  rare?: boolean;
};

/** Two bounds that a list can be narrowed to, both counted; either may be open. */
export type Range = {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (range: Pick<Range, 'from' | 'to'>) => void;
  rare?: boolean;
};

/** What a list can be ordered by, with a label for each direction. */
export type Sort = {
  options: readonly { value: string; label: string }[];
  selected: string;
  onChange: (selected: string) => void;
};
