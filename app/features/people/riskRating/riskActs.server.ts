import { z } from 'zod';
import { act, reasons } from '~/features/backoffice';
import { findVerifiedUser, requireUser } from '~/signIns/userById.server';
import { rateRisk } from './rateRisk.server';
import { RISK_NAMES } from './rating';
import { riskRatingSchema } from './schema';

const RATING_EFFECTS = {
  high: 'each takes two administrators in live mode, and is marked in the queues',
  other: 'take two administrators in live mode where amount, address or proof ask for it',
};

export const RISK_ACTS = {
  'risk-rate': act({
    name: 'risk-rate',
    right: 'papers:decide',
    schema: riskRatingSchema.extend({ userId: z.uuid('There is no such user.') }),
    run: rateRisk,
    title: async (tx, { userId, rating }) =>
      `Rate ${await requireUser(tx, userId)}: ${RISK_NAMES[rating].toLowerCase()} risk`,
    details: async (tx, { userId, rating }) => {
      const found = await findVerifiedUser(tx, userId);
      return [
        {
          name: 'Risk rating',
          from: found?.riskRating ? RISK_NAMES[found.riskRating] : 'not rated',
          to: RISK_NAMES[rating],
        },
        { name: 'Deposits and withdrawals', to: rating === 'high' ? RATING_EFFECTS.high : RATING_EFFECTS.other },
      ];
    },
    takesTwo: {
      when: async (tx, _by, { userId, rating }) =>
        reasons({
          'it rates a user as high risk': rating === 'high',
          'this user is rated as high risk': (await findVerifiedUser(tx, userId))?.riskRating === 'high',
        }),
    },
    toast: ({ rating }) => `Rated: ${RISK_NAMES[rating].toLowerCase()} risk`,
  }),
};
