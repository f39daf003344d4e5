import { RISK_ACTS } from '~/features/people/riskRating/riskActs.server';
import { riskRatingSchema } from '~/features/people/riskRating/schema';
import { createActForm } from '../adminForms.server';

export const riskRatingForm = createActForm({
  schema: riskRatingSchema,
  act: RISK_ACTS['risk-rate'],
  input: (input, userId: string) => ({ userId, ...input }),
  to: (userId) => `/admin/users/${userId}`,
});
