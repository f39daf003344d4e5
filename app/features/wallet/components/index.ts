export { ReferenceId } from './Receipt';
export { TakePracticeMoney } from './TakePracticeMoney';
