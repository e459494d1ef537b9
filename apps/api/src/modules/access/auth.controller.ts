import { contract } from '@shifa/contract';
import { Controller, Req } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import type { FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { AuthService, type Origin } from './auth.service';

const routes = contract.auth;

@Controller()
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @TsRestHandler(routes.login)
  login(@Req() request: FastifyRequest) {
    return tsRestHandler(routes.login, async ({ body }) => {
      const data = await this.auth.login(body, originOf(request));
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.me)
  me(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.me, async () => {
      const user = await this.auth.me(actor);
      return { status: 200, body: { success: true, data: { user } } };
    });
  }

  @TsRestHandler(routes.changePassword)
  changePassword(@CurrentActor() actor: Actor, @Req() request: FastifyRequest) {
    return tsRestHandler(routes.changePassword, async ({ body }) => {
      await this.auth.changePassword(actor, body, originOf(request));
      return done('Password updated successfully');
    });
  }

  @TsRestHandler(routes.logout)
  logout(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.logout, async () => {
      await this.auth.logout(actor);
      return done('Signed out');
    });
  }

  @TsRestHandler(routes.listSessions)
  listSessions(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.listSessions, async () => {
      const data = await this.auth.listSessions(actor);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.endSession)
  endSession(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.endSession, async ({ params }) => {
      await this.auth.endSession(actor, params.id);
      return done('The session has ended');
    });
  }

  @TsRestHandler(routes.endOtherSessions)
  endOtherSessions(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.endOtherSessions, async () => {
      await this.auth.endOtherSessions(actor);
      return done('All other sessions have ended');
    });
  }
}

function originOf({ ip, headers }: FastifyRequest): Origin {
  return { ipAddress: ip, userAgent: headers['user-agent'] ?? '' };
}

function done(message: string) {
  return { status: 200, body: { success: true, data: null, message } } as const;
}
