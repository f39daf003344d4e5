export { type Act, act, type Fields, possibleDecisions, type Queue, type Shows, type SoloAct, soloAct } from './act';
export { type ColumnRule, one, reasons, reasonsOfTerms, termsForTwo } from './columnRules';
export { differsByMore, numbersDiffer } from './differs';
export type { SeveralOutcome } from './performSeveral.server';
export { approvalMachine } from './states';
export { isWaiting } from './waitingApprovals.server';
