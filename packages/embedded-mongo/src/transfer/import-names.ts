/** The prefix of collections whose import is not finished. */
export const IMPORTING = 'shifa_import.';
