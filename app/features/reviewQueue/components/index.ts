export { DecisionForm, decisionFieldId, useRefused, useTyped, WrittenDecision } from './DecisionForm';
export { QueueCard } from './QueuePage';
