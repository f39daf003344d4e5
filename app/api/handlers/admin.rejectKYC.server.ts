import { rejectKyc } from '~/features/kyc/decideKyc.server';
import { byAdmin } from '~/platform/states';
import { decidePapers } from '../answers/decidePapers.server';
import type { CallHandler } from '../callHandler';

export const rejectKYC: CallHandler<'rejectKYC'> = ({ administrator, input: { email, reason }, once }) =>
  once((tx) => decidePapers(tx, email, 'KYC rejected', (id) => rejectKyc(tx, byAdmin(administrator.id), id, reason)));
