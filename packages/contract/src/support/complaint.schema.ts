import { z } from 'zod';
import { EmailSchema } from '../common/contact.js';
import { enumOf } from '../common/enum.js';
import { requiredText } from '../common/text.js';

export const complaintCategories = ['technical', 'billing', 'feature', 'account', 'data', 'other'] as const;
export const complaintPriorities = ['low', 'medium', 'high', 'urgent'] as const;

/** A complaint is sent as a message to the support number; the server does not store it. */
export const ComplaintSchema = z.object({
  subject: requiredText('Subject is required')
    .min(5, 'Subject must be at least 5 characters')
    .max(200, 'Subject must be at most 200 characters'),
  category: enumOf(complaintCategories, 'Category is required'),
  priority: enumOf(complaintPriorities, 'Priority is required'),
  // A link with a longer text is cut off by browsers and by the messaging app.
  description: requiredText('Description is required')
    .min(20, 'Description must be at least 20 characters')
    .max(1000, 'Description must be at most 1000 characters'),
  contactEmail: requiredText('Email is required').pipe(EmailSchema),
  contactPhone: z.string().trim().max(30, 'Phone must be at most 30 characters'),
});
export type Complaint = z.infer<typeof ComplaintSchema>;
