export { queueStretch } from './queueStretch';
export type { QueueView } from './view';
export { decisionLine, decisionSchema, reasonSchema } from './view';
