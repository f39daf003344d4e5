import { RISK_ACTS } from '~/features/people/riskRating/riskActs.server';
import { rateSchema } from '~/features/people/riskRating/schema';
import { actForm } from '../confirmedForm.server';

export const rateForm = actForm({
  operation: (userId: string) => `rate-risk:${userId}`,
  schema: rateSchema,
  act: RISK_ACTS['risk-rate'],
  input: (asked, userId) => ({ userId, ...asked }),
  to: (userId) => `/admin/users/${userId}`,
});
