export const product = {
  name: 'Shifa MS',
  version: '1.0.0',
  /** Of the network's own calendar, where no one laboratory is meant. */
  timezone: 'Asia/Kolkata',
} as const;
