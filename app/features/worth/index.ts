export { type Worth, worthOf } from './worth.server';
