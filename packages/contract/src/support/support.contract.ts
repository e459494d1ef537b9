import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';

const SupportContactsSchema = z.object({
  email: z.string(),
  phone: z.string(),
  /** The digits of the number that receives complaints; null if none is configured. */
  whatsapp: z.string().nullable(),
});

export const supportContract = defineRoutes({
  contacts: {
    method: 'GET',
    path: '/support/contacts',
    summary: 'Get the support contacts of this installation',
    description: 'The email address and phone numbers that the environment configures.',
    responses: { 200: successOf(SupportContactsSchema) },
    metadata: { permission: 'signed-in' },
  },
});
