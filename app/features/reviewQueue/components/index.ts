export {
  DecisionForm,
  decisionFieldId,
  ReasonedDecision,
  useRefused,
  useTyped,
  WrittenDecision,
} from './DecisionForm';
export { LineField } from './LineField';
export { QueueCard } from './QueuePage';
export { SentBefore } from './SentBefore';
