/** Two fields that belong together, side by side. */
export const pairStyle = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
};

/** The same for what is cut in half a line of a phone, such as the names in a choice: there one below the other. */
export const widePairStyle = {
  ...pairStyle,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: pairStyle.gridTemplateColumns },
};
