/** Internals of the pinned driver version that send documents as BSON; they are not part of its public API. */
declare module 'mongodb/lib/cmap/commands.js' {
  export class DocumentSequence {
    constructor(field: string);
    push(document: object, bytes: Uint8Array): number;
  }
}
