export { useRootData } from './rootData';
export { SupportLink } from './SupportLink';
