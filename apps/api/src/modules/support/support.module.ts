import { contract } from '@shifa/contract';
import { Controller, type DynamicModule, Inject, Module } from '@nestjs/common';
import type { Env } from '../../env';
import { Implements } from '../../platform/http/implements';

const SUPPORT = Symbol('the contacts of the support');

@Controller()
class SupportController {
  constructor(@Inject(SUPPORT) private readonly configured: Env['support']) {}

  @Implements(contract.support.contacts)
  contacts() {
    return this.configured;
  }
}

/** Gives the web application the contacts that the environment configures. */
@Module({})
export class SupportModule {
  static forRoot(support: Env['support']): DynamicModule {
    return {
      module: SupportModule,
      controllers: [SupportController],
      providers: [{ provide: SUPPORT, useValue: support }],
    };
  }
}
