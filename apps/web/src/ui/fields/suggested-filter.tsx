import { Suspense } from 'react';
import { lazyPart } from '../lazy-part';
import { useCommittedText } from '../../lib/use-typed-text';
import type { UseSuggestions } from './suggested-text';

// A list is complete without its rarer filters.
const SuggestedText = lazyPart(async () => (await import('./suggested-text')).SuggestedText);

type TextFilterProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** A filter by a whole text, with suggestions. */
export function suggestedFilter(label: string, help: string, useSuggestions: UseSuggestions) {
  return function SuggestedFilter({ value, onChange }: TextFilterProps) {
    const { typed, setTyped, commit } = useCommittedText(value ?? '', (text) => onChange(text || undefined));
    return (
      <Suspense fallback={null}>
        <SuggestedText
          label={label}
          help={help}
          value={typed}
          onChange={setTyped}
          onCommit={(text) => commit(text.trim())}
          useSuggestions={useSuggestions}
        />
      </Suspense>
    );
  };
}
