import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import { containsTyped } from '../../lib/contains-typed';

type OfferProps<Option, DisableClearable extends boolean | undefined, FreeSolo extends boolean | undefined> = Omit<
  AutocompleteProps<Option, false, DisableClearable, FreeSolo>,
  'filterOptions' | 'multiple'
> & {
  /** What an option is found by; by default its label. */
  textOf?: (option: Option) => string;
  /** The text that the server found these options for. It may have found them by more than they show. */
  foundFor?: string;
};

/**
 * A box with options to choose from. What it offers always contains the text that is in the box at that moment, also
 * while options for an earlier text are still shown: Enter must never take something else than what was typed.
 */
export function Offer<
  Option,
  DisableClearable extends boolean | undefined = false,
  FreeSolo extends boolean | undefined = false,
>({ textOf, foundFor, ...props }: OfferProps<Option, DisableClearable, FreeSolo>) {
  return (
    <Autocomplete<Option, false, DisableClearable, FreeSolo>
      {...props}
      filterOptions={(options, { inputValue, getOptionLabel }) => {
        // Of a text that is held outside, MUI tells only what was typed since it was set.
        const typed = (props.inputValue ?? inputValue).trim();
        if (typed === '' || typed === foundFor) return options;
        return options.filter((option) => containsTyped((textOf ?? getOptionLabel)(option), typed));
      }}
    />
  );
}
