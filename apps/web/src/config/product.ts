export const product = {
  name: 'Shifa MS',
  version: '1.0.0',
  /** Of the network's own calendar, where no one laboratory is meant. */
  timezone: 'Asia/Kolkata',
  /** Where the office of the support is; a placeholder until the network has one. */
  address: ['Shifa Laboratory Network', '123 Healthcare Avenue', 'Medical District, Kolkata 700001', 'India'],
} as const;
