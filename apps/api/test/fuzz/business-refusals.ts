/**
 * Messages of VALIDATION_FAILED for what no schema can know: stored data, today's date, the person who asks. Any other
 * such answer to a request that the schemas accept is a defect.
 */
export const businessRefusals: readonly RegExp[] = [
  // The day in the laboratory, and the time of employment.
  /^Must not be (after|before) /,
  /^Choose a day from /,
  /^Work (must start on this day|can't end in the future)$/,
  /^None of these days are working days\./,
  // The laboratory of a person or document.
  /^Laboratory is required$/,
  /assigned to a laboratory/,
  /^This person belongs to another laboratory$/,
  /^Choose (a|another) laboratory/,
  /^A super admin belongs to the network, not to a laboratory$/,
  /is (suspended\. People can join once it resumes|archived\. Choose another laboratory)\.$/,
  /^All items of a transfer must belong to the same laboratory$/,
  // Who decides, and who stands in for whom.
  /^Someone with a higher role than this person must decide$/,
  /Choose (a colleague|an active person|another person|another super admin)\.$/,
  /has no approvals to delegate$/,
  /^Reason is required to (cancel someone else's leave|remove a record)$/,
  // The roster.
  /^Plan days within \d+ days at once$/,
  /^This day is over\. Choose a shift that hasn't begun\.$/,
  /^(You have|.+ has) no published shift on /,
  /^This shift has already begun$/,
  /^You can't swap with yourself\./,
  /^This is already the shift of that day$/,
  /^The break must be shorter than the shift$/,
  // What the rest of the document is.
  /^A reversal must match the original entry here$/,
  /^Choose an (income|expense) category$/,
  /^Reference is required for /,
  /belongs to the financial year/,
  /^Expiry date is required, because this item tracks it$/,
  /^This is more stock than an item can hold$/,
  /^The item's packs were changed\. Choose the pack again\.$/,
  /^This isn't a line of the transfer$/,
  /^More than \d+ items have this batch number\./,
  /^An item can be renamed at most /,
  // Purchase orders and what arrives of them.
  /^This line isn't on the order$/,
  /^It expired on .* Enter it as refused\.$/,
  /^This receipt doesn't belong to the order$/,
  / didn't accept this batch$/,
  /on purchase orders\. Change or cancel those instead\.$/,
  /^This (bill|return) isn't of the order$/,
  /^\S+ already has this delivery note\. For another part of the same delivery, add a part number, such as /,
  /^This is credit note .+\. Cancel the entry and enter the credit note again\.$/,
  /^This is on bill .+\. Cancel the entry and enter the bill again\.$/,
  // Suppliers.
  /^The (PAN|state) differs from /,
  /^Choose at least one laboratory that uses the supplier$/,
  /^There already is a supplier /,
  // The columns of the payroll format.
  /^(Another column has this (value|header)|“.*” is a column of this layout|Add (the employee code|at least one figure))/s,
  // What stands in the codes of a box.
  /^(This (UPC-E )?code|These codes|This link|The check digit|The [\w -]+ (in|of) this code)\b/,
];
