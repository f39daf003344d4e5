/** Random sequences of postings, and a model of their result. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { account } from '#drizzle/schema';
import {
  type AccountRef,
  accruedEarningsAccount,
  allocatedAccount,
  availableAccount,
  custody,
  fees,
  heldAccount,
  payoutsAccount,
  principalAccount,
  reserve,
} from '~/ledger/chartOfAccounts';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import type { Leg } from '~/ledger/posting/post.server';
import { balance } from '~/ledger/reading/statement.server';
import { findAll, read } from '~/platform/db/index.server';
import * as world from './ledger.fixtures';

/* ---- the model ---------------------------------------------------------------------------------------------------- */

type Refused = { code: 'insufficient'; account: string; balance: bigint };

/** Expected state of the books. All sequences of a database share one, because they share the reserves and custody. */
export class Model {
  readonly balances = new Map<string, bigint>();
  debits = 0n;

  static async ofNow(): Promise<Model> {
    const model = new Model();
    for (const row of await read().select().from(account)) {
      model.balances.set(row.code, (model.balances.get(row.code) ?? 0n) + calculateBalance(row));
      model.debits += row.debits;
    }
    return model;
  }

  balance = ({ code }: AccountRef): bigint => this.balances.get(code) ?? 0n;

  /** Applies all legs, or none and returns the short account. Only custody may fall below zero, in paper mode. */
  move(...legs: Leg[]): Refused | null {
    const undo: [string, bigint][] = [];
    for (const { debit, credit, amount } of legs) {
      for (const [side, grows] of [
        [debit, debit.normalSide === 'debit'],
        [credit, credit.normalSide === 'credit'],
      ] as const) {
        const had = this.balance(side);
        const has = grows ? had + amount : had - amount;
        if (has < 0n && side.normalSide === 'credit') {
          for (const [code, balance] of undo.reverse()) this.balances.set(code, balance);
          return { code: 'insufficient', account: side.code, balance: had };
        }
        undo.push([side.code, had]);
        this.balances.set(side.code, has);
      }
    }
    this.debits += legs.reduce((sum, leg) => sum + leg.amount, 0n);
    return null;
  }
}

/* ---- what may happen ---------------------------------------------------------------------------------------------- */

const amount = fc.bigInt({ min: 4n, max: 5_000n });
/** Incoming amounts are larger, because otherwise almost every step would be refused. */
const plenty = fc.bigInt({ min: 1_000n, max: 20_000n });
const who = fc.constantFrom('ann', 'bob');
/** Index of an entity created so far, modulo their count. */
const which = fc.nat({ max: 20 });
const method = fc.constantFrom('BTC', 'ETH', 'manual');
const free = fc.constantFrom('free' as const, 'market' as const);

export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('deposit' as const), who, amount: plenty, method }) },
  fc.record({ does: fc.constant('reverse' as const), which }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw' as const), who, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      which,
      as: fc.constantFrom('cancelled' as const, 'rejected' as const, 'approved' as const, 'approved' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('pay' as const, 'bounce' as const), which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('invest' as const), who, amount, total: amount }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('accrue' as const), which, amount: fc.bigInt({ min: 1n, max: 600n }) }),
  },
  fc.record({ does: fc.constant('endPlan' as const), which }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('startCopy' as const), who, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('mirror' as const),
      which,
      type: fc.constantFrom('profit' as const, 'loss' as const),
      amount,
    }),
  },
  fc.record({ does: fc.constant('stopCopy' as const), which }),
  fc.record({ does: fc.constantFrom('credit' as const, 'debit' as const), who, amount }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fund' as const), free, amount: plenty }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('takeBack' as const, 'shift' as const), free, amount: plenty }),
  },
  fc.record({ does: fc.constant('repeat' as const) }),
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Entities of one sequence, with the model's state. */
type Things = {
  deposits: { ref: string; legs: Leg[]; reversed: boolean }[];
  withdrawals: {
    id: string;
    user: string;
    amount: bigint;
    state: 'open' | 'released' | 'approved' | 'paid' | 'bounced';
  }[];
  plans: { id: string; user: string; amount: bigint; total: bigint; paid: bigint; days: number; ended: boolean }[];
  copies: { id: string; user: string; amount: bigint; stopped: boolean }[];
};

const pick = <T>(all: T[], which: number): T | undefined => all[which % all.length];

/** Applies a sequence of steps of two users to ledger and model, and expects equal results; calls `look` after each step. */
export async function live(
  model: Model,
  name: string,
  steps: Step[],
  poll: (people: string[], step: number) => Promise<void> = async () => {},
): Promise<void> {
  const person = (of: string) => `${name}-${of}`;
  const people = [person('ann'), person('bob')];
  await world.addPeople(...people);
  // The reserves start empty (paper mode gives them billions), so that they are often short.
  for (const from of [reserve.free, reserve.market]) {
    const leg = { debit: from, credit: custody('manual'), amount: model.balance(from) };
    if (leg.amount === 0n) continue;
    expect(model.move(leg)).toBeNull();
    expect(await world.move('reserve-taken-back', `${name} ${from.code}`, leg)).toMatchObject({ ok: true });
  }
  const things: Things = { deposits: [], withdrawals: [], plans: [], copies: [] };
  for (const [at, one] of steps.entries()) {
    await take(model, things, one, `${name}-${at}`, person);
    await poll(people, at);
  }

  const owned = await findAll(read(), account, { ownerId: people });
  for (const code of [...owned.map((row) => row.code), ...SHARED])
    expect([code, await balance(read(), code)]).toEqual([code, model.balances.get(code) ?? 0n]);
  const known = new Set(owned.map((row) => row.code));
  for (const [code, balance] of model.balances) {
    if (code.includes(`${name}-`) && balance > 0n) expect(known).toContain(code);
  }
}

const SHARED = [...['BTC', 'ETH', 'manual'].map(custody), payoutsAccount, fees, ...Object.values(reserve)].map(
  ({ code }) => code,
);

async function take(
  model: Model,
  things: Things,
  one: Step,
  ref: string,
  person: (of: string) => string,
): Promise<void> {
  const agree = async (answer: Promise<world.Answer>, refused: Refused | null): Promise<boolean> => {
    expect(await answer).toMatchObject(refused ? { ok: false, error: refused } : { ok: true });
    return refused === null;
  };

  switch (one.does) {
    case 'deposit': {
      const legs = [{ debit: custody(one.method), credit: availableAccount(person(one.who)), amount: one.amount }];
      await agree(world.move('deposit', ref, ...legs), model.move(...legs));
      things.deposits.push({ ref, legs, reversed: false });
      return;
    }
    case 'reverse': {
      const deposit = pick(things.deposits, one.which);
      if (!deposit || deposit.reversed) return;
      const legs = deposit.legs.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
      deposit.reversed = await agree(world.move('deposit-reversed', deposit.ref, ...legs), model.move(...legs));
      return;
    }
    case 'repeat': {
      const deposit = things.deposits.at(-1);
      if (!deposit) return;
      const again = await world.move('deposit', deposit.ref, ...deposit.legs);
      expect(again).toEqual({ ok: false, error: { code: 'already-posted' } });
      return;
    }
    case 'withdraw': {
      const made = { id: ref, user: person(one.who), amount: one.amount };
      const legs = [{ debit: availableAccount(made.user), credit: heldAccount(made.user), amount: made.amount }];
      if (await agree(world.withdraw(made), model.move(...legs))) things.withdrawals.push({ ...made, state: 'open' });
      return;
    }
    case 'decide': {
      const made = pick(things.withdrawals, one.which);
      if (!made) return;
      const answer = world.decide(made, one.as);
      if (made.state !== 'open') {
        // An earlier decision exists, so the ledger must refuse this one with one of its codes and move no money.
        const ended = await answer.catch((error: Error) => error.message);
        expect(ended).not.toMatchObject({ ok: true });
        return;
      }
      const from = heldAccount(made.user);
      const legs =
        one.as === 'approved'
          ? [
              { debit: from, credit: payoutsAccount, amount: made.amount - world.FEE },
              { debit: from, credit: fees, amount: world.FEE },
            ]
          : [{ debit: from, credit: availableAccount(made.user), amount: made.amount }];
      await agree(answer, model.move(...legs));
      made.state = one.as === 'approved' ? 'approved' : 'released';
      return;
    }
    case 'pay': {
      const made = pick(things.withdrawals, one.which);
      if (made?.state !== 'approved') return;
      const leg = { debit: payoutsAccount, credit: custody('BTC'), amount: made.amount - world.FEE };
      await agree(world.pay(made), model.move(leg));
      made.state = 'paid';
      return;
    }
    case 'bounce': {
      const made = pick(things.withdrawals, one.which);
      if (made?.state !== 'paid') return;
      const leg = { debit: custody('BTC'), credit: availableAccount(made.user), amount: made.amount - world.FEE };
      await agree(world.bounce(made), model.move(leg));
      made.state = 'bounced';
      return;
    }
    case 'invest': {
      const made = { id: ref, user: person(one.who), amount: one.amount, total: one.total };
      const refused = model.move(
        { debit: availableAccount(made.user), credit: principalAccount(made.user), amount: made.amount },
        { debit: reserve.free, credit: reserve.committed, amount: made.total },
      );
      if (await agree(world.invest(made), refused)) things.plans.push({ ...made, paid: 0n, days: 0, ended: false });
      return;
    }
    case 'accrue': {
      const plan = pick(things.plans, one.which);
      if (!plan) return;
      plan.days += 1;
      const answer = world.accrue(plan, plan.days, one.amount);
      if (plan.paid + one.amount > plan.total || plan.ended) {
        // More than was promised must be refused, although the reserve holds money for other promises.
        expect(await answer.catch(() => 'thrown')).not.toMatchObject({ ok: true });
        return;
      }
      await agree(
        answer,
        model.move({ debit: reserve.committed, credit: accruedEarningsAccount(plan.user), amount: one.amount }),
      );
      plan.paid += one.amount;
      return;
    }
    case 'endPlan': {
      const plan = pick(things.plans, one.which);
      if (!plan || plan.ended) return;
      const { user, paid, total } = plan;
      const legs = [{ debit: principalAccount(user), credit: availableAccount(user), amount: plan.amount }];
      if (paid > 0n) legs.push({ debit: accruedEarningsAccount(user), credit: availableAccount(user), amount: paid });
      if (paid < total) legs.push({ debit: reserve.committed, credit: reserve.free, amount: total - paid });
      plan.ended = await agree(world.endPlan(plan), model.move(...legs));
      return;
    }
    case 'startCopy': {
      const made = { id: ref, user: person(one.who), amount: one.amount };
      const leg = { debit: availableAccount(made.user), credit: allocatedAccount(ref, made.user), amount: made.amount };
      if (await agree(world.startCopy(made), model.move(leg))) things.copies.push({ ...made, stopped: false });
      return;
    }
    case 'mirror': {
      const copied = pick(things.copies, one.which);
      if (!copied || copied.stopped) return;
      const to = allocatedAccount(copied.id, copied.user);
      const [debit, credit] = one.type === 'profit' ? [reserve.market, to] : [to, reserve.market];
      const refused = model.move({ debit, credit, amount: one.amount });
      await agree(world.mirrored(copied, ref, one.type, one.amount), refused);
      return;
    }
    case 'stopCopy': {
      const copied = pick(things.copies, one.which);
      const rest = copied ? model.balance(allocatedAccount(copied.id, copied.user)) : 0n;
      if (!copied || copied.stopped || rest === 0n) return;
      const leg = {
        debit: allocatedAccount(copied.id, copied.user),
        credit: availableAccount(copied.user),
        amount: rest,
      };
      copied.stopped = await agree(world.stopCopy(copied, rest), model.move(leg));
      return;
    }
    case 'credit':
    case 'debit': {
      const to = availableAccount(person(one.who));
      const [debit, credit] = one.does === 'credit' ? [reserve.free, to] : [to, reserve.free];
      const leg = { debit, credit, amount: one.amount };
      await agree(world.move(`operator-${one.does}`, ref, leg), model.move(leg));
      return;
    }
    case 'fund':
    case 'takeBack': {
      const [outside, inside] = [custody('manual'), reserve[one.free]];
      const kind = one.does === 'fund' ? 'reserve-funded' : 'reserve-taken-back';
      const [debit, credit] = one.does === 'fund' ? [outside, inside] : [inside, outside];
      const leg = { debit, credit, amount: one.amount };
      await agree(world.move(kind, ref, leg), model.move(leg));
      return;
    }
    case 'shift': {
      const to = one.free === 'free' ? reserve.market : reserve.free;
      const leg = { debit: reserve[one.free], credit: to, amount: one.amount };
      await agree(world.move('reserve-shifted', ref, leg), model.move(leg));
      return;
    }
  }
}
