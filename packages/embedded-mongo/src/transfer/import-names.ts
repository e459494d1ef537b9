/** What the names of collections begin with that an import has not finished. */
export const IMPORTING = 'shifa_import.';
