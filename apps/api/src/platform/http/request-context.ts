import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = { requestId: string };

/** Follows a request through every await, so that logs and audit rows bear its id. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
