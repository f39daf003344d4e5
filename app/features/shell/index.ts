export { useRootData } from './rootData';
