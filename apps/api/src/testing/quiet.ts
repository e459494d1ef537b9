import { Logger } from '@nestjs/common';

// Tests that provoke failures need not print them.
Logger.overrideLogger(false);
