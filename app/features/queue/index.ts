export { DecisionForm, decisionFieldId, useRefused, useTyped, WrittenDecision } from './components/DecisionForm';
export { QueueCard } from './components/QueuePage';
