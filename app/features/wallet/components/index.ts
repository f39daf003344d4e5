export { TakePracticeMoney } from './TakePracticeMoney';
