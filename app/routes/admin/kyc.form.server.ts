import { approveKyc, rejectKyc } from '~/features/kyc/decideKyc.server';
import { kycMachine } from '~/features/kyc/states';
import { decision, type Queue } from '~/features/reviewQueue/decision';
import { decisionSchema, reasonSchema } from '~/features/reviewQueue/view';

export const KYC: Queue = {
  path: '/admin/kyc',
  right: 'papers:decide',
  machine: kycMachine,
  decisions: {
    approve: decision('approve', {
      schema: decisionSchema,
      run: (tx, by, { id }) => approveKyc(tx, by, id),
      says: 'KYC approved',
      confirmed: true,
    }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectKyc(tx, by, id, reason),
      says: 'KYC rejected',
    }),
  },
};
