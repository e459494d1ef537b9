/** Replaces a property with a value made from the original. Returns a function that restores the original. */
export function replaceProperty<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  make: (original: Target[Key]) => Target[Key],
): () => void {
  const own = Object.getOwnPropertyDescriptor(target, key);
  const value = make(target[key]);
  Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    if (own) Object.defineProperty(target, key, own);
    else Reflect.deleteProperty(target, key);
  };
}
