export { type Decision, decision, possibleDecisions, type Queue } from './decision';
export { queueStretch } from './queueStretch';
export type { QueueView } from './view';
export { decisionLine, decisionSchema, reasonSchema } from './view';
