import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { PreferencesService } from './preferences.service';

const routes = contract.preferences;

@Controller()
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @TsRestHandler(routes.get)
  get(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.get, async () => {
      const data = await this.preferences.get(actor);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.setGrid)
  setGrid(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.setGrid, async ({ params, body }) => {
      const data = await this.preferences.setGrid(actor, params.grid, body);
      return { status: 200, body: { success: true, data } };
    });
  }
}
