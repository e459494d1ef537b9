import { onTestFinished, vi } from 'vitest';

/** The files saved to the browser's downloads until the test ends, oldest first. */
export function savedFiles(): Blob[] {
  const files: Blob[] = [];
  class Addresses extends URL {
    static override createObjectURL(blob: Blob): string {
      files.push(blob);
      return 'blob:saved';
    }
    static override revokeObjectURL(): void {}
  }
  vi.stubGlobal('URL', Addresses);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return files;
}
