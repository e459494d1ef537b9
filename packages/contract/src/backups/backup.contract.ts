import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { BackupsSchema } from './backup.schema.js';

export const backupsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/backups',
    summary: 'List the backups of the embedded database',
    description:
      'How this installation is backed up, the backup that is running, those that are kept and the latest failed ones.',
    responses: { 200: successOf(BackupsSchema) },
    metadata: { permission: 'settings.view', scope: 'all' },
  },
  create: {
    method: 'POST',
    path: '/backups',
    summary: 'Start a backup',
    description: 'Runs in the background. The list of backups reports its progress and its result.',
    body: z.object({}).prefault({}),
    responses: { 200: successOf(BackupsSchema) },
    errors: ['BACKUP_RUNNING', 'BACKUP_EXTERNAL'],
    metadata: { permission: 'settings.edit', scope: 'all' },
  },
});
