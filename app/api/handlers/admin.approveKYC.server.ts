import { approveKyc } from '~/features/people/kyc/decideKyc.server';
import { byAdmin } from '~/platform/states';
import { decidePapers } from '../answers/decidePapers.server';
import { locksByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

export const approveKYC: CallHandler<'approveKYC'> = async ({ administrator, input: { email }, once }) =>
  await once((tx) => decidePapers(tx, email, 'KYC approved', (id) => approveKyc(tx, byAdmin(administrator.id), id)), {
    locks: await locksByEmail(email),
  });
