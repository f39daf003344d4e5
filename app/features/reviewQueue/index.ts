export { beginDecision, endHold, heldAsTold, isHeld, markedLast } from './held.server';
export { withMarks } from './marked.server';
export { MARK_EVENTS } from './marks.server';
export {
  choicesOf,
  highRisk,
  newAccount,
  type QueueChoices,
  type QueueSource,
  risksOf,
  stretchOf,
  totalsOf,
} from './queueQuery.server';
export { queueStretch } from './queueStretch';
export type { QueueMark, QueueRow, QueueView } from './view';
export { decisionLine, decisionSchema, reasonSchema } from './view';
