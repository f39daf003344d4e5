export { beginDecision, endHold, heldAsTold, isHeld, markedLast } from './held.server';
export {
  choicesOf,
  newAccount,
  type QueueChoices,
  type QueueSource,
  risksOf,
  stretchOf,
  totalsOf,
} from './queueQuery.server';
export { queueStretch } from './queueStretch';
export type { QueueRow, QueueView } from './view';
export { decisionLine, decisionSchema, reasonSchema } from './view';
