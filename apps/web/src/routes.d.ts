declare module 'virtual:routes' {
  import type { contract } from '@shifa/contract';

  export const routes: typeof contract;
}
