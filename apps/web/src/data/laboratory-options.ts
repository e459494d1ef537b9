import { api } from './api';
import { queryOf } from './queries';

/** The laboratories within the viewer's scope for a select box: those that are not archived, by name. */
export const laboratoryOptions = queryOf(api.laboratories.options);
