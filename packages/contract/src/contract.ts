import { initContract } from '@ts-rest/core';
import { authContract } from './auth/auth.contract.js';
import { commonFailures } from './common/envelope.js';
import { laboratoriesContract } from './laboratories/laboratory.contract.js';

/** Every endpoint of the product. A feature adds its routes here with one line. */
export const contract = initContract().router(
  {
    auth: authContract,
    laboratories: laboratoriesContract,
  },
  { pathPrefix: '/api', strictStatusCodes: true, commonResponses: commonFailures },
);
