export { decision, possibleDecisions, type Queue } from './decision';
export type { QueueView } from './view';
export { decisionLine, decisionSchema, PAGE_SIZE, reasonSchema } from './view';
