let last = 0;

/** A number that no other factory of this process has given out. */
export function nextNumber(): number {
  return ++last;
}

/** A well-formed id, told apart by its last digits. */
export function nextId(): string {
  return nextNumber().toString(16).padStart(24, '0');
}
