import { Injectable } from '@nestjs/common';
import { PurposeCipher } from '../purpose-cipher';

/** Encrypts stored responses, because some contain data that is shown only once, such as a temporary password. */
@Injectable()
export class ResponseCipher extends PurposeCipher {
  /** @param secret the server's secret, from which a key for this purpose only is derived. */
  constructor(secret: string) {
    super(secret, 'idempotent answers');
  }
}
