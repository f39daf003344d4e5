export { ApprovalRequest } from './approvals/components/ApprovalRequest';
export { EventsTable } from './auditLog/components/EventsTable';
export { DecisionForm, FoldedDecision, ReasonedDecision, reasonField } from './reviewQueue/components/DecisionForm';
export { DecisionProblem } from './reviewQueue/components/DecisionProblem';
export { createSameFileRows } from './reviewQueue/components/internal/sentBefore';
export { LineField } from './reviewQueue/components/LineField';
export { type Check, type Opened, OpenItem, OpenItemPlace } from './reviewQueue/components/OpenItem';
export { QueueCard } from './reviewQueue/components/QueuePage';
export { SeveralForm } from './reviewQueue/components/SeveralForm';
