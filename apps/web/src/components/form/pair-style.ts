/** Two fields that belong together, side by side. */
export const pairStyle = { display: 'grid', gap: 4, gridTemplateColumns: '1fr 1fr', alignItems: 'start' };
