import { rejectKyc } from '~/features/people/kyc/decideKyc.server';
import { byAdmin } from '~/platform/states';
import { decidePapers } from '../answers/decidePapers.server';
import { locksByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

export const rejectKYC: CallHandler<'rejectKYC'> = async ({ administrator, input: { email, reason }, once }) =>
  await once(
    (tx) => decidePapers(tx, email, 'KYC rejected', (id) => rejectKyc(tx, byAdmin(administrator.id), id, reason)),
    { locks: await locksByEmail(email) },
  );
