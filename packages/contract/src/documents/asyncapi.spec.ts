import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from 'vitest';
import { clientEvents, eventReceivers, serverEvents } from '../socket.js';
import { asyncApiDocument } from './asyncapi.js';

const document = asyncApiDocument();
const { channels, operations } = document;
const { messages } = channels.socket;
const keyOf = (action: string, event: string) => `${action}.${event.replaceAll(':', '.')}`;

describe('the AsyncAPI document', () => {
  it('is valid', { timeout: 60_000 }, async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document));
    expect(parsed?.version()).toBe('3.0.0');
    // The only hint is that there is a version 3.1, which fewer tools read.
    expect(diagnostics.map(({ code }) => code)).toEqual(['asyncapi-latest-version']);
  });

  it('has an operation for each event in its direction', () => {
    const sent = Object.keys(serverEvents).map((event) => keyOf('send', event));
    const received = Object.keys(clientEvents).map((event) => keyOf('receive', event));
    expect(Object.keys(operations)).toEqual([...sent, ...received]);
    expect(Object.keys(messages)).toEqual([...sent, ...received, 'reply']);
  });

  it.each(Object.entries(serverEvents))('has an example of %s, and says who receives it', (event, schema) => {
    const { name, summary, examples } = messages[keyOf('send', event)] ?? {};
    expect(name).toBe(event);
    // Complete, because the server sends every field.
    expect(schema.parse(examples?.[0]?.payload)).toEqual(examples?.[0]?.payload);
    for (const receiver of Object.values(eventReceivers[event as keyof typeof eventReceivers])) {
      expect(summary).toContain(receiver);
    }
  });

  it.each(Object.entries(clientEvents))('has an example of %s of clients', (event, schema) => {
    const { summary, examples } = messages[keyOf('receive', event)] ?? {};
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(schema.safeParse(examples?.[0]?.payload).error).toBeUndefined();
  });
});
