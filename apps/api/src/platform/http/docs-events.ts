import { asyncApiDocument } from '@shifa/contract/documents/asyncapi';

/** The socket events as a part of the documentation page, without scripts and styles of its own. */
export function eventsSection(): string {
  const { info, channels, operations } = asyncApiDocument();
  const events = Object.entries(operations).map(([key, { action, title, summary }]) => {
    const { payload, examples = [] } = channels.socket.messages[key] ?? {};
    return `<details id="${key}">
<summary><code>${title}</code> ${action === 'send' ? 'from the server' : 'from clients'}. ${textOf(summary)}</summary>
<h4>Example</h4>
<pre>${jsonOf(examples[0]?.payload)}</pre>
<h4>Schema</h4>
<pre>${jsonOf(payload)}</pre>
</details>`;
  });
  return `<div class="swagger-ui"><section class="wrapper" id="events">
<h2>Events</h2>
${info.description
  .split('\n\n')
  .map((paragraph) => `<p>${textOf(paragraph)}</p>`)
  .join('\n')}
<p>The documents: <a href="/api/openapi.json">openapi.json</a>, <a href="/api/asyncapi.json">asyncapi.json</a></p>
${events.join('\n')}
</section></div>`;
}

/** Text with its code in backticks. */
function textOf(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function jsonOf(value: unknown): string {
  return escaped(JSON.stringify(value, null, 2));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
