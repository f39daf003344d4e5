import { decision, type Queue } from '~/platform/form/decisions.server';
import { decisionSchema, reasonSchema } from '~/platform/form/queue';
import { approveKyc, rejectKyc } from './decideKyc.server';
import { kycMachine } from './states';

export const KYC: Queue = {
  path: '/admin/kyc',
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
