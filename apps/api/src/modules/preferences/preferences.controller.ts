import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { PreferencesService } from './preferences.service';

const routes = contract.preferences;

@Controller()
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Implements(routes.get)
  get(actor: Actor) {
    return this.preferences.get(actor);
  }

  @Implements(routes.setDisplay)
  setDisplay(actor: Actor, { body }: Input<typeof routes.setDisplay>) {
    return this.preferences.setDisplay(actor, body);
  }

  @Implements(routes.setGrid)
  setGrid(actor: Actor, { params, body }: Input<typeof routes.setGrid>) {
    return this.preferences.setGrid(actor, params.grid, body);
  }
}
