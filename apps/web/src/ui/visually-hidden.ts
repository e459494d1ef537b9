/** Shows an element to screen readers only. In pixels, as a bare 1 is the whole width within `sx`. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
