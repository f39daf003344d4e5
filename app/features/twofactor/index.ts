export { confirmPerson } from './confirmFresh.server';
export { removeSecondFactor } from './manage.server';
export { askForCode, type PendingSignIn, signInAgain, stillFits } from './signInStep.server';
export { hasSecondFactor, withCode } from './spendCode.server';
