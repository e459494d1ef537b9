import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

/** From the connection to the end of the answer: who answers slowly holds up no other message for longer. */
const TIMEOUT_MS = 20_000;

/** What is shown of an answer. The rest is not read. */
const MAX_ANSWER = 200;

type Outside = { headers: Record<string, string | number>; lookup?: LookupFunction; agent: Agent | false };

/**
 * Posts to a host that no one vouches for: within a time, without following redirects, and without reading more of the
 * answer than is shown.
 * @param name of the host, for the message when it takes too long.
 */
export function postOutside(
  name: string,
  target: URL,
  body: string | Buffer,
  { headers, ...connection }: Outside,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'http:' ? requestHttp : requestHttps;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const failed = (error: Error) => reject(signal.aborted ? new Error(`${name} didn't answer in time`) : error);
    const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
    const sent = send(target, { ...options, ...connection, signal }, (response) => {
      readStart(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

/** The first line of the answer, as far as it is shown. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_ANSWER) break;
  }
  return text
    .slice(0, MAX_ANSWER)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
