/** The part of the package that is used here; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks the whole file unless another descriptor has locked it; returns whether it did. */
  export function tryLock(descriptor: number, options?: { shared?: boolean }): boolean;
}
