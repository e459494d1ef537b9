/**
 * For the parts of a page below each other: a part appears when everything above it has been loaded, so that nothing
 * moves under a thumb or an eye. The requests of the parts do not wait for each other.
 */
export const inOrder = { '& > [data-loading] ~ *, & > :has([data-loading]) ~ *': { visibility: 'hidden' } } as const;
