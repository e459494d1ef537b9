import { contract } from '@shifa/contract';
import { initClient } from '@ts-rest/core';
import { request } from './http';

/** The contract (its paths start with `/api`) as functions. Each resolves with a success or throws an `ApiError`. */
export const api = initClient(contract, { baseUrl: '', baseHeaders: {}, api: request });

type Success = { status: 200 | 201; body: unknown };

/** The body of a success, which is the only thing that `api` resolves with. */
export async function bodyOf<Answer extends { status: number; body: unknown }>(
  answer: Promise<Answer>,
): Promise<Extract<Answer, Success>['body']> {
  return (await answer).body;
}
