export {
  DecisionForm,
  FoldedDecision,
  ReasonedDecision,
  reasonField,
} from './DecisionForm';
export { DecisionProblem } from './DecisionProblem';
export { sentBefore } from './internal/sentBefore';
export { LineField } from './LineField';
export { type Check, type Opened, OpenItem, OpenItemPlace } from './OpenItem';
export { QueueCard } from './QueuePage';
