/** Two fields that belong together, side by side. */
export const pairStyle = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
};
