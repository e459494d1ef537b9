import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { routes } from 'virtual:routes';
import { request } from './http';

/**
 * The contract (its paths start with `/api`) as `query` and `mutate` functions and react-query hooks. Each resolves with
 * a success or throws an `ApiError`.
 */
export const api = initTsrReactQuery(routes, { baseUrl: '', baseHeaders: {}, api: request });

type Success = { status: 200 | 201; body: unknown };

/** The body of a success, which is the only thing that `api` resolves with. */
export async function bodyOf<Answer extends { status: number; body: unknown }>(
  answer: Promise<Answer>,
): Promise<Extract<Answer, Success>['body']> {
  return (await answer).body;
}
