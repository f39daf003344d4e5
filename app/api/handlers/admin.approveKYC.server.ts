import { approveKyc } from '~/features/kyc/decideKyc.server';
import { byAdmin } from '~/platform/states';
import { decidePapers } from '../answers/decidePapers.server';
import type { CallHandler } from '../callHandler';

export const approveKYC: CallHandler<'approveKYC'> = ({ administrator, input: { email }, once }) =>
  once((tx) => decidePapers(tx, email, 'KYC approved', (id) => approveKyc(tx, byAdmin(administrator.id), id)));
