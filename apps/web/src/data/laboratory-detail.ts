import { api } from './api';
import { queryOf } from './queries';

/** One laboratory with its policies, for its own page and for features that apply its rules. */
export const laboratoryDetail = (id: string) => queryOf(api.laboratories.get, { params: { id } });
