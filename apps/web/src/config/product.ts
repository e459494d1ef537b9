export const product = {
  name: 'Shifa MS',
  version: '1.0.0',
} as const;
