import { api } from '../../lib/api';
import { queryOf } from '../../lib/queries';

export const networkSettings = queryOf(api.network.settings);
