export { creditReceivedDeposit } from './creditReceivedDeposit.server';
export { approveDeposit, rejectDeposit, reverseDeposit } from './decideDeposit.server';
export {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from './decideWithdrawal.server';
export { receivedSchema, referenceSchema } from './decisionSchema';
export { noteChanged, walletJobs } from './depositAddress.server';
export { payOutClosed } from './payOut.server';
export { pendingDeposits } from './pendingDeposits.server';
export { requestWithdrawal } from './requestWithdrawal.server';
export { depositMachine, withdrawalMachine } from './states';
export { submitDeposit } from './submitDeposit.server';
export { takePracticeMoney } from './takePracticeMoney.server';
export { isNewAddress } from './waiting.server';
