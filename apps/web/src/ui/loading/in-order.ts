import { keyframes } from '@mui/material/styles';

const hidden = keyframes`from { visibility: hidden; }`;

/**
 * For the parts of a page below each other: a part appears when everything above it has been loaded, so that nothing
 * moves under a thumb or an eye. One that takes longer than two seconds does not hold back the others. It moves
 * nothing, so it also applies where motion is reduced.
 */
export const inOrder = {
  '& > [data-loading] ~ *, & > :has([data-loading]) ~ *': { animation: `${hidden} 2s step-end !important` },
};
