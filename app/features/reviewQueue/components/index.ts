export {
  DecisionForm,
  decisionFieldId,
  ReasonedDecision,
  useRefused,
  useTyped,
  WrittenDecision,
} from './DecisionForm';
export { QueueCard } from './QueuePage';
export { SentBefore } from './SentBefore';
