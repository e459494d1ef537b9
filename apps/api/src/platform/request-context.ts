import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = { requestId: string };

/** Available throughout a request, so that log lines and audit entries can include the request id. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
