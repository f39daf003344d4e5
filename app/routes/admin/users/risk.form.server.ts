import { RISK_ACTS } from '~/features/riskRating/riskActs.server';
import { rateSchema } from '~/features/riskRating/schema';
import { actForm } from '../confirmedForm.server';

export const rateForm = actForm({
  operation: (userId: string) => `rate-risk:${userId}`,
  schema: rateSchema,
  act: RISK_ACTS['risk-rate'],
  input: (asked, userId) => ({ userId, ...asked }),
  to: (userId) => `/admin/users/${userId}`,
});
