export { SilentPrices } from './SilentPrices';
