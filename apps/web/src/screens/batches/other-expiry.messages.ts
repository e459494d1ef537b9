/** Follows both dates of a batch whose label says another expiry date than the stock. */
export const checkLabelText = "Check the label. If it's right, enter the reason. Both dates are kept.";

/** Why the date on the label is right, to choose from. */
export const otherExpiryReasons: readonly string[] = [
  'The label of this box says so',
  'The maker confirmed the date',
  'The earlier date was a mistake',
];
