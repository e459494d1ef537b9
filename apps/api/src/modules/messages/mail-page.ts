/** What an email says. Texts are plain; nothing in them is HTML. */
export type MailContent = {
  subject: string;
  /** Below the heading, which is the subject. */
  paragraphs: readonly string[];
  /** Entries of a list, each with a heading and a text. */
  entries?: readonly { title: string; text: string }[];
  button?: { label: string; url: string };
  /** In small print at the end. */
  notes: readonly string[];
};

/**
 * The two forms of an email. No images, fonts or scripts, and no color for text or ground, so that every program shows
 * it in its own light or dark colors. The button has its own pair of colors, which suits both.
 */
export function renderMail({ subject, paragraphs, entries = [], button, notes }: MailContent): {
  text: string;
  html: string;
} {
  const listed = entries.map(({ title, text }) => `${title}\n${text}`);
  const text = [...paragraphs, ...listed, ...(button ? [`${button.label}: ${button.url}`] : []), ...notes].join('\n\n');
  const body = [
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escape(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph)}</p>`),
    ...entries.map(
      (entry) => `<p style="margin:0 0 16px"><strong>${escape(entry.title)}</strong><br>${escape(entry.text)}</p>`,
    ),
    ...(button
      ? [`<p style="margin:24px 0"><a href="${escape(button.url)}" style="${BUTTON}">${escape(button.label)}</a></p>`]
      : []),
    ...notes.map((note) => `<p style="font-size:13px;margin:0 0 8px;opacity:0.75">${escape(note)}</p>`),
  ].join('\n');
  return { text, html: page(subject, body) };
}

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background-color:#0b57d0;color:#ffffff;' +
  'text-decoration:none;font-weight:600';

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
</head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '').replaceAll('\n', '<br>');
}
