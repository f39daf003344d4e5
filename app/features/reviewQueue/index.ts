export { decisionLocks, type OwnedTable, ownerLocks } from './decisionLocks.server';
export { beginDecision, endHold, heldAsTold, isHeld, markedLast, marksOf } from './held.server';
export { withMarks } from './marked.server';
export { giveBackItem, MARK_EVENTS, type MarkedQueue, noteItem, takeItem } from './marks.server';
export {
  choicesOf,
  highRisk,
  newAccount,
  OWNER,
  QUEUE_OWNER,
  type QueueChoices,
  type QueueSource,
  queuePage,
  risksOf,
} from './queueQuery.server';
export { queueStretch } from './queueStretch';
export type { QueueMark, QueueRow, QueueView } from './view';
export { decisionLine, decisionSchema, reasonSchema } from './view';
