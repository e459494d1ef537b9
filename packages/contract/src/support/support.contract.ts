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
    summary: 'How to contact the support of this installation',
    responses: { 200: successOf(SupportContactsSchema) },
    metadata: { permission: 'signed-in' },
  },
});
