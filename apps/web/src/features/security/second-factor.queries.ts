import { api } from '../../data/api';
import { queryOf } from '../../data/queries';

export const ownSecondFactor = queryOf(api.secondFactor.get);
