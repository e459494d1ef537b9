import { api } from '../../data/api';
import { queryOf } from '../../data/queries';

export const networkSettings = queryOf(api.network.settings);
