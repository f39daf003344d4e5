import { decision, type Queue } from '~/platform/form/decisions.server';
import { reasonSchema } from '~/platform/form/queue';
import { endInvestmentEarly } from './endInvestmentEarly.server';
import { investmentMachine } from './states';

/** What an administrator decides about investments, on the page at `path`. */
export const investmentDecisions = (path: string): Queue => ({
  path,
  machine: investmentMachine,
  decisions: {
    end: decision('end', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => endInvestmentEarly(tx, by, id, reason),
      says: 'The plan was ended early',
      confirmed: true,
    }),
  },
});
