import { Injectable } from '@nestjs/common';

/** The only source of the present, so that tests can hold it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
