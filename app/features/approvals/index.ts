export { type Act, act, type Fields, type Queue, soloAct } from './act';
export { type ColumnRule, one, reasons, reasonsOfTerms, termsForTwo } from './columnRules';
export { differsByMore, numbersDiffer } from './differs';
export type { SeveralOutcome } from './performSeveral.server';
export { isWaiting } from './waitingApprovals.server';
