/** The version of the contract. Its major number rises with every change that breaks clients. */
export const CONTRACT_VERSION = '2.0.0';

/** The header with the contract's version: of the client in a request, of the server in a response. */
export const CONTRACT_HEADER = 'shifa-contract';

/** Whether a client with this version no longer fits, because its major version is older. Unreadable versions fit. */
export function isOutdated(clientVersion: string, version: string = CONTRACT_VERSION): boolean {
  return majorOf(clientVersion) < majorOf(version);
}

/** NaN if the text is not a version. */
function majorOf(version: string): number {
  return Number(/^(\d{1,6})\.\d+\.\d+$/.exec(version)?.[1]);
}
