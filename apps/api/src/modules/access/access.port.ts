/** What other modules use of the access module: passwords for new accounts, sessions of people, changed rights. */
export { rightsChanged, type SessionsEnded, sessionsEnded } from './access.events';
export { type SecondFactorAction, secondFactorChanged } from './second-factor/second-factor.events';
export { SecondFactorPolicies } from './second-factor/second-factor-policies';
export type { RoleSettings } from './role-claim';
export { PasswordHasher } from './password-hasher';
export { PersonSessions } from './person-sessions';
export { type TemporaryPassword, TemporaryPasswords } from './temporary-passwords';
export { describeDevice } from './device';
