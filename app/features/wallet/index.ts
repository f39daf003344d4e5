export { creditReceivedDeposit } from './creditReceivedDeposit.server';
export { approveDeposit } from './decideDeposit.server';
export { requestWithdrawal } from './requestWithdrawal.server';
export { submitDeposit } from './submitDeposit.server';
export { isNewAddress } from './waiting.server';
