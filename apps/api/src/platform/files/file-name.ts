const MAX_LENGTH = 120;

// Invisible characters, and characters that change the text direction, so that `fdp.exe` could be read as `exe.pdf`.
// The joiners of Indic scripts are kept.
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Sanitizes the name of an uploaded file: no path, no unprintable characters, at most 120 characters, and an extension
 * that matches the type, so that no program mistakes the file for something else.
 * @param extensions the extensions of the type, the usual one first.
 */
export function cleanFileName(given: string, extensions: readonly [string, ...string[]]): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replaceAll(unprintable, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const known = extensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  const stem = known ? name.slice(0, -known.length - 1) : name;
  const ending = known ? name.slice(-known.length - 1) : `.${extensions[0]}`;
  return `${shortened(stem, MAX_LENGTH - ending.length) || 'file'}${ending}`;
}

/** Never cuts within a grapheme. */
function shortened(text: string, length: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > length) break;
    kept += segment;
  }
  return kept.trimEnd();
}
