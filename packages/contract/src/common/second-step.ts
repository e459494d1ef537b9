import { z } from 'zod';
import { enumOf } from './enum.js';

/** How long a sign-in waits for its second step. */
export const SECOND_STEP_MINUTES = 5;

export const SecondFactorMethodSchema = enumOf(['authenticator', 'recovery', 'passkey']);
export type SecondFactorMethod = z.infer<typeof SecondFactorMethodSchema>;

/** What a sign-in with a correct password still needs. It opens nothing by itself. */
export const SecondStepSchema = z.object({
  /** For one sign-in, within {@link SECOND_STEP_MINUTES} minutes. */
  ticket: z.string(),
  methods: z.array(SecondFactorMethodSchema),
  expiresAt: z.iso.datetime(),
});
export type SecondStep = z.infer<typeof SecondStepSchema>;
