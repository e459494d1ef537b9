/** Something that a list can be narrowed by; nothing selected means everything. */
export type Filter = {
  label: string;
  options: readonly { value: string; label: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
};

/** Days that a list can be narrowed to, both counted; either may be open. */
export type DayRange = {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (range: Pick<DayRange, 'from' | 'to'>) => void;
};

/** What a list can be ordered by, each direction in words of its own. */
export type Sort = {
  options: readonly { value: string; label: string }[];
  selected: string;
  onChange: (selected: string) => void;
};
