/** Whether a text contains every word that was typed, whatever the case and the punctuation between the words. */
export function containsTyped(text: string, typed: string): boolean {
  const all = folded(text);
  return folded(typed)
    .split(/[\s,;:/()]+/u)
    .every((word) => all.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
