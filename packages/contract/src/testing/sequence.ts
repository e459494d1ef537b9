let last = 0;

/** A number that is unique within this process. */
export function nextNumber(): number {
  return ++last;
}

/** A unique, well-formed id. */
export function nextId(): string {
  return nextNumber().toString(16).padStart(24, '0');
}
