export {
  DecisionForm,
  decisionFieldId,
  ReasonedDecision,
  useDecided,
  useRefused,
  useTyped,
  WrittenDecision,
} from './DecisionForm';
export { QueueCard } from './QueuePage';
