/** The part of the package that is used here; it has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks the whole file unless another descriptor has it locked; answers whether it did. */
  export function tryLock(descriptor: number, options?: { shared?: boolean }): boolean;
}
