import { contract } from '@shifa/contract';
import { Controller, type DynamicModule, Inject, Module } from '@nestjs/common';
import { type Env, placeholdersIn } from '../../env';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import type { RoleSettings } from '../access/access.port';
import { SecondFactorPolicies } from '../access/access.port';
import { Retention } from './retention.port';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { RetentionModule } from './retention.module';

const routes = contract.network;

const CONFIGURED = Symbol('what the environment configures');

type Configured = Pick<Env, 'publicUrl' | 'trustProxy' | 'support' | 'logLevel'> &
  Partial<Pick<Env, 'mail' | 'gateway' | 'provider'>>;

@Controller()
class NetworkController {
  constructor(
    @Inject(CONFIGURED) private readonly configured: Configured,
    private readonly laboratories: LaboratoriesPort,
    private readonly retention: Retention,
    private readonly secondFactors: SecondFactorPolicies,
  ) {}

  @Implements(routes.settings)
  async settings(actor: Actor) {
    const all = await this.laboratories.listInScope(actor.scope('settings.view'));
    const { publicUrl, trustProxy, support, logLevel, mail, gateway, provider } = this.configured;
    const placeholders = placeholdersIn(support);
    return {
      // No address of a database or a queue, which contain passwords.
      variables: [
        { name: 'PUBLIC_URL', value: publicUrl ?? null },
        { name: 'MAIL_FROM', value: mail?.from ?? null },
        // Only where it is: the rest of the address can be a secret of the provider.
        { name: 'MESSAGE_GATEWAY_URL', value: gateway ? new URL(gateway.url).origin : null },
        { name: 'MESSAGE_GATEWAY_LABEL', value: gateway?.label ?? null },
        { name: 'OIDC_ISSUER', value: provider?.issuer ?? null },
        { name: 'OIDC_CLIENT_ID', value: provider?.clientId ?? null },
        { name: 'OIDC_LABEL', value: provider?.label ?? null },
        { name: 'OIDC_ROLE_CLAIM', value: provider?.roles?.claim ?? null },
        { name: 'OIDC_ROLE_MAP', value: provider?.roles ? describeRoles(provider.roles) : null },
        { name: 'TRUST_PROXY', value: String(trustProxy) },
        { name: 'SUPPORT_EMAIL', value: support.email },
        { name: 'SUPPORT_PHONE', value: support.phone },
        { name: 'SUPPORT_WHATSAPP', value: support.whatsapp },
        { name: 'LOG_LEVEL', value: logLevel },
      ].map(({ name, value }) => ({
        name,
        value: placeholders.includes(name) ? `${value} (placeholder)` : value,
      })),
      retention: await this.retention.get(),
      secondFactor: await this.secondFactors.get(),
      laboratories: all
        .filter(({ status }) => status !== 'archived')
        .map(({ _id, name, code, policies }) => ({ _id: _id.toHexString(), name, code, policies }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    };
  }

  @Implements(routes.setRetention)
  setRetention(actor: Actor, { body }: Input<typeof routes.setRetention>) {
    return this.retention.set(actor, body);
  }

  @Implements(routes.setSecondFactorPolicy)
  setSecondFactorPolicy(actor: Actor, { body }: Input<typeof routes.setSecondFactorPolicy>) {
    return this.secondFactors.set(actor, body);
  }
}

function describeRoles({ byValue }: RoleSettings): string {
  return [...byValue].map((pair) => pair.join(':')).join(', ');
}

/** Shows those who manage the whole network how it is set up. */
@Module({})
export class NetworkModule {
  static forRoot({ publicUrl, trustProxy, support, logLevel, mail, gateway, provider }: Configured): DynamicModule {
    const configured = { publicUrl, trustProxy, support, logLevel, mail, gateway, provider };
    return {
      module: NetworkModule,
      imports: [LaboratoriesModule, RetentionModule],
      controllers: [NetworkController],
      providers: [{ provide: CONFIGURED, useValue: configured }],
    };
  }
}
