export { queueStretch } from './queueStretch';
export type { QueueView } from './view';
export { decisionLine, decisionSchema, PAGE_SIZE, reasonSchema } from './view';
