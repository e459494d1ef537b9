import { config } from 'zod/v4';

// zod would write its parsers with `new Function`, which the content security policy forbids. It decides when a
// schema is declared, so this has to run before the contract's modules do: vite.config.ts points `zod` here.
config({ jitless: true });

export * from 'zod/v4';
