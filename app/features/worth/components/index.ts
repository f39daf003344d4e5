export { OfItBooked } from './OfItBooked';
