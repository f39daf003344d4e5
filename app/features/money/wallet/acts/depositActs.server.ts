import { and, eq } from 'drizzle-orm';
import { deposit, depositMethod } from '#drizzle/schema';
import { type ActQueue, act, defineSoloAct, hasChangedNumbers, reasonSchema } from '~/features/backoffice';
import { hasHighRiskRating } from '~/features/people';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { formatBps, formatSignedUsd, formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { getCoinCode } from '~/platform/networks/lookups';
import { utcText } from '~/platform/text/dayText';
import { calculateShareBps } from '~/platform/text/percent';
import { requireUser } from '~/signIns/userById.server';
import { formatDepositCoins } from '../coinAmountText';
import { approveDeposit, chargeBackDeposit, rejectDeposit, reverseDeposit } from '../deposits/decideDeposit.server';
import { computeWorthAtPayment, getInitialAmount } from '../deposits/depositWorth.server';
import { isProofReused } from '../deposits/sameProof.server';
import { getLastDigits } from '../internal/coins';
import { findMethodOf, findSimilarReceipts } from '../internal/payments.server';
import { toStoredTransactionId } from '../referenceKey';
import { depositMachine } from '../states';
import { formatCoinInput, receivedSchema } from './decisionSchema';
import { computeSumsWith, loadLimits } from './limits.server';
import { findDepositReasons } from './reasonsForTwo';

export const DEPOSIT_ACTS = {
  'deposit-approve': act({
    name: 'deposit-approve',
    right: 'payments:decide',
    event: 'approve',
    schema: receivedSchema,
    sent: formatCoinInput,
    run: (tx, by, { id, received, reason, ...seen }) => approveDeposit(tx, by, id, received, reason || undefined, seen),
    title: async (tx, { id, received }) =>
      `Approve a deposit of ${await loadOwnerName(tx, id)}: ${formatUsd(received)} received`,
    details: async (tx, { id, received, coin, transactionId }) => {
      const found = await loadDeposit(tx, id);
      if (!found) return [];
      const { requested, received: arrived } = formatDepositCoins({ ...found, coinReceived: coin ?? null });
      const share = calculateShareBps(received - found.amount, found.amount);
      return [
        { name: 'Amount stated', to: formatUsd(found.amount) },
        { name: 'Amount received', to: formatUsd(received) },
        ...(received === found.amount
          ? []
          : [
              {
                name: 'Received more or less than stated',
                to: `${formatSignedUsd(received - found.amount)} (${formatBps(share)})`,
              },
            ]),
        ...(requested ? [{ name: 'Amount requested in coin', to: requested }] : []),
        ...(arrived ? [{ name: 'Amount received in coin', to: arrived }] : []),
        ...(transactionId ? [{ name: 'Transaction', to: transactionId }] : []),
        ...(await listWorthLines(tx, found, { coin, transactionId })),
        { name: 'Proof', to: await describeProof(tx, found) },
        ...(await findSimilar(tx, found, { received, transactionId })).map((line) => ({
          name: 'Held as an unidentified receipt, of about this amount',
          to: `${describeHeldReceipt(line)}. If it is this payment, credit it under Reconciliation instead.`,
        })),
      ];
    },
    wantsReason: async (tx, { id, received, coin, transactionId }) => {
      const found = await loadDeposit(tx, id);
      if (!found) return false;
      const { worth } = await loadCoinFacts(tx, found, { coin, transactionId });
      return (
        hasChangedNumbers(found, { amount: received }) ||
        hasCoinDifference(found, coin) ||
        (worth !== null && hasChangedNumbers({ worth }, { worth: received })) ||
        (await findSimilar(tx, found, { received, transactionId })).length > 0
      );
    },
    takesTwo: {
      when: async (tx, by, { id, received, coin, transactionId }) => {
        const found = await loadDeposit(tx, id);
        // The use case refuses an unknown deposit.
        if (!found) return [];
        const { userId, amount: stated, proofFileId } = found;
        const sums = await computeSumsWith(tx, by, { kind: 'deposit', userId, amount: received });
        // Risks are judged by the investor's own transaction ID, even if an administrator enters another one.
        const entered = transactionId && {
          ...found,
          transactionId: toStoredTransactionId(transactionId.replace(/\s/g, '')),
        };
        const another = (await isProofReused(tx, found)) || (entered ? await isProofReused(tx, entered) : false);
        const proof = { hasProof: proofFileId !== null, provesAnother: another };
        const highRisk = await hasHighRiskRating(tx, userId);
        const isHeld = (await findSimilar(tx, found, { received, transactionId })).length > 0;
        const inCoin = await loadCoinFacts(tx, found, { coin, transactionId });
        const isFirstDeposit = await isFirstByTransactionId(tx, found, { coin, transactionId });
        const facts = {
          stated,
          received,
          coin: getCoins(found, coin),
          ...proof,
          ...inCoin,
          highRisk,
          isHeld,
          isFirstDeposit,
          sums,
        };
        return findDepositReasons(facts, await loadLimits(tx));
      },
    },
    toast: () => 'Deposit approved and credited',
  }),
  'deposit-reverse': act({
    name: 'deposit-reverse',
    right: 'payments:decide',
    event: 'reverse',
    schema: reasonSchema,
    run: (tx, by, { id, reason }) => reverseDeposit(tx, by, id, reason),
    title: async (tx, { id }) => `Reverse a deposit of ${await loadOwnerName(tx, id)}`,
    takesTwo: 'it takes back a deposit',
    toast: () => 'Deposit reversed',
  }),
  'deposit-charge-back': act({
    name: 'deposit-charge-back',
    right: 'payments:decide',
    event: 'charge-back',
    schema: reasonSchema,
    run: (tx, by, { id, reason }) => chargeBackDeposit(tx, by, id, reason),
    title: async (tx, { id }) => `Charge back a deposit of ${await loadOwnerName(tx, id)}`,
    takesTwo: 'it takes back a deposit',
    toast: () => 'Deposit charged back',
  }),
};

export const DEPOSITS: ActQueue = {
  path: '/admin/deposits',
  right: 'payments:decide',
  machine: depositMachine,
  table: deposit,
  decisions: {
    approve: DEPOSIT_ACTS['deposit-approve'],
    reject: defineSoloAct({
      event: 'reject',
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectDeposit(tx, by, id, reason),
      toast: () => 'Deposit rejected',
      alone: 'no money had been credited',
    }),
    reverse: DEPOSIT_ACTS['deposit-reverse'],
    'charge-back': DEPOSIT_ACTS['deposit-charge-back'],
  },
  about: async (tx, id) => {
    const found = await loadDeposit(tx, id);
    if (!found) return null;
    const { userId, amount, status } = found;
    return {
      title: `${await requireUser(tx, userId)}, ${formatUsd(amount)}`,
      userId,
      waits: status === 'pending',
      called: `your deposit of ${formatUsd(amount)}`,
      page: `/deposit/${id}`,
      // Fields of a single deposit's form; the coin amount is filled in only if a statement has it.
      fields: await getFields(tx, found),
    };
  },
  several: ['approve', 'reject'],
  reasons: [
    'We have not received this payment',
    'The proof does not show this payment',
    'A different amount arrived; please enter it again',
    'It was sent over a different network',
  ],
};

/** Returns the coin amounts that the deposit's page requested and that arrived; null if either is unknown. */
const getCoins = ({ coinAmount }: typeof deposit.$inferSelect, received: bigint | undefined) =>
  coinAmount !== null && received !== undefined ? { requested: coinAmount, received } : null;

function hasCoinDifference(found: typeof deposit.$inferSelect, received: bigint | undefined): boolean {
  const coins = getCoins(found, received);
  return coins !== null && hasChangedNumbers({ coin: coins.requested }, { coin: coins.received });
}

type SeenCoin = { coin?: bigint; transactionId?: string };

const computeDepositWorth = async (tx: Handle, found: typeof deposit.$inferSelect, entered: SeenCoin) =>
  await computeWorthAtPayment(tx, found, (await findMethodOf(tx, depositMethod, found.method)).network, entered);

/** Returns the received coin amount and its worth at the payment; `arrived` is null if nobody entered it. */
async function loadCoinFacts(tx: Handle, found: typeof deposit.$inferSelect, entered: SeenCoin) {
  const known = entered.coin === undefined ? null : await computeDepositWorth(tx, found, entered);
  return { arrived: known?.units ?? null, worth: known?.cents ?? null };
}

async function listWorthLines(tx: Handle, found: typeof deposit.$inferSelect, entered: SeenCoin) {
  const known = entered.coin === undefined ? null : await computeDepositWorth(tx, found, entered);
  if (!known) return [];
  const { seen, cents } = known;
  const name = seen ? `Worth when it was paid, ${utcText(seen.at)}` : 'Worth, the lesser of submission and now';
  return [{ name, to: cents === null ? 'not known' : formatUsd(cents) }];
}

async function isFirstByTransactionId(
  tx: Handle,
  found: typeof deposit.$inferSelect,
  { coin, transactionId }: SeenCoin,
) {
  const digits = (units: bigint) => getLastDigits(getCoinCode(found.method), units);
  const isOwn = found.coinAmount !== null && coin !== undefined && digits(coin) === digits(found.coinAmount);
  if (isOwn || !(transactionId || found.transactionId)) return false;
  const approved = and(eq(deposit.userId, found.userId), eq(deposit.status, 'approved'));
  const [before] = await tx.select({ id: deposit.id }).from(deposit).where(approved).limit(1);
  return before === undefined;
}

async function getFields(tx: Handle, found: typeof deposit.$inferSelect) {
  const worth = await computeDepositWorth(tx, found, {});
  const { received, coin } = getInitialAmount(worth, found);
  return worth?.seen ? { received, coin } : { received };
}

const findSimilar = (
  tx: Handle,
  { method, transactionId }: typeof deposit.$inferSelect,
  seen: { received: bigint; transactionId?: string },
) => findSimilarReceipts(tx, { method, transactionId: seen.transactionId || transactionId, amount: seen.received });

const describeHeldReceipt = ({
  amount,
  at,
  transactionId,
  note,
}: Awaited<ReturnType<typeof findSimilarReceipts>>[number]): string =>
  [`${writeCoinAmount(amount)} on ${utcText(at)}`, transactionId ?? note].filter(Boolean).join(', ');

async function loadDeposit(tx: Handle, id: string) {
  const [found] = await verified(tx, deposit, eq(deposit.id, id));
  return found;
}

async function describeProof(tx: Handle, one: typeof deposit.$inferSelect): Promise<string> {
  const { proofFileId, transactionId } = one;
  if (!proofFileId && !transactionId) return 'none';
  const provided = [proofFileId && 'a picture', transactionId && `transaction ${transactionId}`]
    .filter(Boolean)
    .join(', ');
  return (await isProofReused(tx, one)) ? `${provided}; another deposit has the same` : provided;
}

async function loadOwnerName(tx: Handle, id: string): Promise<string> {
  const found = await loadDeposit(tx, id);
  return found ? await requireUser(tx, found.userId) : id;
}
