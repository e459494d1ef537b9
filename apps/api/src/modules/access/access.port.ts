/** The only door to the access module: hashing, for whoever makes accounts. */
export { PasswordHasher } from './password-hasher';
