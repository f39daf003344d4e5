import { asc, eq } from 'drizzle-orm';
import { depositMethod, withdrawalMethod } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { operatorOf } from '~/platform/installation/operator.server';
import { publicOrigin } from '~/platform/installation/site';

/** Returns the installation's facts for public pages; nothing depends on who asks. */
export const siteOf = () => ({
  paper: isPaper(),
  operator: operatorOf(),
  supportEmail: env().SUPPORT_EMAIL,
  frames: env().MARKET_WIDGETS,
  origin: publicOrigin(),
  year: now().getUTCFullYear(),
});

export type Site = ReturnType<typeof siteOf>;

export async function methodNames(): Promise<{ deposits: string[]; withdrawals: string[]; paper: boolean }> {
  const deposits = await read()
    .select({ name: depositMethod.name })
    .from(depositMethod)
    .where(eq(depositMethod.enabled, true))
    .orderBy(asc(depositMethod.position));
  const withdrawals = await read()
    .select({ name: withdrawalMethod.name })
    .from(withdrawalMethod)
    .where(eq(withdrawalMethod.enabled, true))
    .orderBy(asc(withdrawalMethod.position));
  return {
    deposits: deposits.map(({ name }) => name),
    withdrawals: withdrawals.map(({ name }) => name),
    paper: isPaper(),
  };
}

export type MethodNames = Awaited<ReturnType<typeof methodNames>>;
