import { type DynamicModule, Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { MongooseModule } from '@nestjs/mongoose';
import { ActorResolver } from '../../platform/domain/actor';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { StaffModule } from '../staff/staff.module';
import { AccessListener } from './access.listener';
import { ActorCache } from './actor-cache';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { BearerStrategy } from './bearer.strategy';
import { ClosedAccounts } from './closed-accounts';
import { LoginThrottle } from './login-throttle';
import { PasswordChangeThrottle } from './password-change-throttle';
import { PasswordHasher } from './password-hasher';
import { OwnProviderLink } from './own-provider-link';
import { PersonSessions } from './person-sessions';
import { ProviderAttempts } from './provider-attempts';
import { ProviderClient, type ProviderSettings } from './provider-client';
import { ProviderConfirmation } from './provider-confirmation';
import { PROVIDER_LINK_MODEL, ProviderLinkRepository, providerLinkSchema } from './provider-link.repository';
import { ProviderRoles } from './provider-roles';
import { ProviderSignIn } from './provider-sign-in';
import { ProviderController } from './provider.controller';
import { Rescue } from './rescue';
import { MAX_SESSION_MS, SessionActorResolver } from './session-actor-resolver';
import { CodeThrottle } from './second-factor/code-throttle';
import { OneTimeRepository } from './second-factor/one-time.repository';
import { PasskeyRepository } from './second-factor/passkey.repository';
import { Passkeys, PUBLIC_ADDRESS } from './second-factor/passkeys';
import { SecondFactorController } from './second-factor/second-factor.controller';
import {
  ONE_TIME_MODEL,
  oneTimeSchema,
  PASSKEY_MODEL,
  passkeySchema,
  SECOND_FACTOR_MODEL,
  secondFactorSchema,
} from './second-factor/second-factor.document';
import { SecondFactorOwners } from './second-factor/second-factor-owners';
import { SecondFactorPolicies } from './second-factor/second-factor-policies';
import {
  SECOND_FACTOR_POLICY_MODEL,
  SecondFactorPolicyRepository,
  secondFactorPolicySchema,
} from './second-factor/second-factor-policy.repository';
import { SecondFactorRepository } from './second-factor/second-factor.repository';
import { SecondFactorResets } from './second-factor/second-factor-resets';
import { SecondFactors, SecretCipher } from './second-factor/second-factors';
import { SecondStepTickets } from './second-factor/second-step-tickets';
import { SESSION_MODEL, sessionSchema } from './session.document';
import { SessionRepository } from './session.repository';
import { IdTokenCipher, SignIn } from './sign-in';
import { TemporaryPasswords } from './temporary-passwords';
import { JWT_ALGORITHM, jwtKey, VerifiedTokens } from './verified-tokens';

type AccessSettings = {
  jwtSecret: string;
  publicUrl: string | undefined;
  provider: ProviderSettings | undefined;
};

/** Global, because the guard and the sockets of the platform resolve tokens through it. */
@Global()
@Module({})
export class AccessModule {
  static forRoot({ jwtSecret, publicUrl, provider }: AccessSettings): DynamicModule {
    return {
      module: AccessModule,
      imports: [
        StaffModule,
        LaboratoriesModule,
        MongooseModule.forFeature([
          { name: SESSION_MODEL, schema: sessionSchema },
          { name: SECOND_FACTOR_MODEL, schema: secondFactorSchema },
          { name: SECOND_FACTOR_POLICY_MODEL, schema: secondFactorPolicySchema },
          { name: PASSKEY_MODEL, schema: passkeySchema },
          { name: PROVIDER_LINK_MODEL, schema: providerLinkSchema },
          { name: ONE_TIME_MODEL, schema: oneTimeSchema },
        ]),
        JwtModule.register({
          secret: jwtKey(jwtSecret),
          signOptions: { algorithm: JWT_ALGORITHM, expiresIn: MAX_SESSION_MS / 1000 },
          verifyOptions: { algorithms: [JWT_ALGORITHM] },
        }),
      ],
      controllers: [AuthController, ProviderController, SecondFactorController],
      providers: [
        AccessListener,
        ActorCache,
        AuthService,
        BearerStrategy,
        ClosedAccounts,
        CodeThrottle,
        LoginThrottle,
        OwnProviderLink,
        OneTimeRepository,
        PasswordChangeThrottle,
        PasskeyRepository,
        Passkeys,
        PasswordHasher,
        PersonSessions,
        ProviderAttempts,
        ProviderConfirmation,
        ProviderLinkRepository,
        ProviderRoles,
        ProviderSignIn,
        Rescue,
        SecondFactorOwners,
        SecondFactorPolicies,
        SecondFactorPolicyRepository,
        SecondFactorRepository,
        SecondFactorResets,
        SecondFactors,
        SecondStepTickets,
        SessionRepository,
        SignIn,
        TemporaryPasswords,
        VerifiedTokens,
        { provide: PUBLIC_ADDRESS, useValue: publicUrl },
        { provide: ProviderClient, useFactory: () => new ProviderClient(provider, publicUrl) },
        { provide: IdTokenCipher, useFactory: () => new IdTokenCipher(jwtSecret) },
        { provide: SecretCipher, useFactory: () => new SecretCipher(jwtSecret) },
        { provide: ActorResolver, useClass: SessionActorResolver },
      ],
      exports: [ActorResolver, PasswordHasher, PersonSessions, SecondFactorPolicies, TemporaryPasswords],
    };
  }
}
