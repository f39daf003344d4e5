export { ActionProblem } from './ActionProblem';
export { useRootData } from './rootData';
export { SupportLink } from './SupportLink';
