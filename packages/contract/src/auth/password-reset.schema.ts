import { z } from 'zod';
import { LinkTokenSchema } from '../messages/message.schema.js';
import { LoginBody, NewPasswordSchema, withConfirmation } from './auth.schema.js';

/** How long the link of an email resets a password. */
export const RESET_LINK_MINUTES = 30;

export const ForgotPasswordBody = LoginBody.pick({ email: true });
export type ForgotPasswordBody = z.infer<typeof ForgotPasswordBody>;

export const ResetPasswordBody = z.object({ token: LinkTokenSchema, newPassword: NewPasswordSchema });
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>;

/** The form behind {@link ResetPasswordBody}, whose link is the address of the page. */
export const ResetPasswordForm = withConfirmation(ResetPasswordBody.pick({ newPassword: true }));
