export { announcementsFor } from './announcements/announcements.server';
export type { ShownAnnouncement } from './announcements/rules';
export { type ActQueue, act, type EffectDescription, type ListedEntry, soloAct } from './approvals/act';
export { type ColumnRule, one, reasons, reasonsOfTerms, termsForTwo } from './approvals/columnRules';
export { hasChangedNumbers, isDifferentByMore } from './approvals/differs';
export { approvalMachine } from './approvals/states';
export type { EntryRequest } from './approvals/waitingApprovals.server';
export { listFreezes } from './auditLog/freezes.server';
export { eventsOfUser, type NamedEvent, withNames } from './auditLog/logs.server';
export { LIMITS, type LimitKey } from './catalogue/rates';
export { beginDecision, endHold, isHeld, markedLast, marksOf, shownHoldReason } from './reviewQueue/held.server';
export { withMarks } from './reviewQueue/marked.server';
export { claimItem, giveBackItem, MARK_EVENTS, type MarkedQueue, noteItem } from './reviewQueue/marks.server';
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
} from './reviewQueue/queueQuery.server';
export {
  decisionLine,
  decisionSchema,
  type QueueMark,
  type QueueRow,
  type QueueView,
  reasonSchema,
} from './reviewQueue/view';
export { endedWaits, sharedUsualWait, usualWaitFor } from './reviewQueue/waits.server';
