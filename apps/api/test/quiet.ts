import { Logger } from '@nestjs/common';

// Failures that tests provoke should not be printed.
Logger.overrideLogger(false);
