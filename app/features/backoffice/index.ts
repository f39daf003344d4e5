export { announcementsFor } from './announcements/announcements.server';
export type { ShownAnnouncement } from './announcements/rules';
export { type ActQueue, act, defineSoloAct, type EffectDescription, type ListedEntry } from './approvals/act';
export { type ColumnRule, listChangesForTwo, oneAdministrator, reasons, reasonsOfTerms } from './approvals/columnRules';
export { hasChangedNumbers, isDifferentByMore } from './approvals/differs';
export { approvalMachine } from './approvals/states';
export type { EntryRequest } from './approvals/waitingApprovals.server';
export { listFreezes } from './auditLog/freezes.server';
export { eventsOfUser, type NamedEvent, withNames } from './auditLog/logs.server';
export { LIMITS, type LimitKey } from './catalogue/rates';
export {
  beginDecision,
  createMarkSortKey,
  endHold,
  findMarks,
  findVisibleHoldReason,
  isHeld,
} from './reviewQueue/held.server';
export { withMarks } from './reviewQueue/marked.server';
export { claimItem, giveBackItem, MARK_EVENTS, type MarkedQueue, noteItem } from './reviewQueue/marks.server';
export {
  isNewAccount,
  isRatedHighRisk,
  listFilterChoices,
  OWNER_COLUMNS,
  QUEUE_OWNER,
  type QueueChoices,
  type QueueSource,
  readQueuePage,
  selectRisks,
} from './reviewQueue/queueQuery.server';
export {
  decisionLine,
  decisionSchema,
  type QueueMark,
  type QueueRow,
  type QueueView,
  reasonSchema,
} from './reviewQueue/view';
export { findEndedWaits, readSharedUsualWait, readUsualWait } from './reviewQueue/waits.server';
