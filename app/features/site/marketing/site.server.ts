import { asc, eq } from 'drizzle-orm';
import { depositMethod, withdrawalMethod } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { env, isPaper } from '~/platform/env';
import { getOperatorDetails } from '~/platform/installation/operator.server';
import { getPublicOrigin } from '~/platform/installation/site';

/** Returns the installation's facts for public pages; independent of the reader. */
export const getSite = () => ({
  paper: isPaper(),
  operator: getOperatorDetails(),
  supportEmail: env().SUPPORT_EMAIL,
  frames: env().MARKET_WIDGETS,
  origin: getPublicOrigin(),
  year: now().getUTCFullYear(),
});

export type Site = ReturnType<typeof getSite>;

export async function listMethodNames(): Promise<{ deposits: string[]; withdrawals: string[]; paper: boolean }> {
  const [taking, paying] = [depositMethod, withdrawalMethod];
  const deposits = await verified(read(), taking, eq(taking.enabled, true), asc(taking.position));
  const withdrawals = await verified(read(), paying, eq(paying.enabled, true), asc(paying.position));
  return {
    deposits: deposits.map(({ name }) => name),
    withdrawals: withdrawals.map(({ name }) => name),
    paper: isPaper(),
  };
}

export type MethodNames = Awaited<ReturnType<typeof listMethodNames>>;
