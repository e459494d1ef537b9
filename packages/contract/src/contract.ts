import { initContract } from '@ts-rest/core';
import { authContract } from './auth/auth.contract.js';
import { commonFailures } from './common/envelope.js';
import { laboratoriesContract } from './laboratories/laboratory.contract.js';
import { permissionsContract } from './permissions/permission.contract.js';
import { preferencesContract } from './preferences/preferences.contract.js';
import { staffContract } from './staff/staff.contract.js';

/** Every endpoint of the product. A feature adds its routes here with one line. */
export const contract = initContract().router(
  {
    auth: authContract,
    laboratories: laboratoriesContract,
    staff: staffContract,
    permissions: permissionsContract,
    preferences: preferencesContract,
  },
  { pathPrefix: '/api', strictStatusCodes: true, commonResponses: commonFailures },
);
