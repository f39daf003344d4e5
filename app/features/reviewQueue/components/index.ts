export {
  DecisionForm,
  decisionFieldId,
  ReasonedDecision,
  useRefused,
  useTyped,
  WrittenDecision,
} from './DecisionForm';
export { LineField } from './LineField';
export { OpenItemPlace } from './OpenItem';
export { QueueCard } from './QueuePage';
export { SentBefore } from './SentBefore';
