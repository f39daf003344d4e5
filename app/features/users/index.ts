export { setVerified } from './setVerified.server';
