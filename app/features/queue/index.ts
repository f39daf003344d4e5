export { DecisionForm, useTyped, WrittenDecision } from './components/DecisionForm';
export { QueueCard } from './components/QueuePage';
