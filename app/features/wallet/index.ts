export { creditReceivedDeposit } from './deposits/creditReceivedDeposit.server';
export { approveDeposit } from './deposits/decideDeposit.server';
export { noteChanged, walletJobs } from './deposits/depositAddress.server';
export { pendingDeposits } from './deposits/pendingDeposits.server';
export { submitDeposit } from './deposits/submitDeposit.server';
export { takePracticeMoney } from './takePracticeMoney.server';
export { approveAndPayWithdrawal, approveWithdrawal, payWithdrawal } from './withdrawals/decideWithdrawal.server';
export { payOutClosed, requestWithdrawal } from './withdrawals/requestWithdrawal.server';
export { isNewAddress, restartWaits, waitLength } from './withdrawals/waiting.server';
