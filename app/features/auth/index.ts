export { hashPassword } from './passwords.server';
