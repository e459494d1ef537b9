/** Opens a page of another server in place of this one. */
export function openSite(url: string): void {
  window.location.assign(url);
}
