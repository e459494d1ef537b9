/** The only door to the access module: passwords for whoever makes accounts, and where a person is signed in. */
export { PasswordHasher } from './password-hasher';
export { PersonSessions } from './person-sessions';
export { type TemporaryPassword, TemporaryPasswords } from './temporary-passwords';
