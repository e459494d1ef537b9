/** What an API route that gives a file answers. */
export type FileAnswer = { body: unknown; headers: Headers };

/** Hands a file that the API answered to the browser's downloads, under the name that came with it. */
export function saveAnswer({ body, headers }: FileAnswer, otherwise: string): void {
  if (!(body instanceof Blob)) throw new TypeError("The answer isn't a file");
  const named = /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
  saveBlob(body, named ?? otherwise);
}

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
