import { requireContract } from '~/trading/contracts';
import type { Memory, Strategy } from '~/trading/leaders/strategy';
import { simulatedChance } from '~/trading/market';
import { NaiveAccount, naiveMid, naiveOpen } from './naiveAccount';

const chance = simulatedChance(null);

/** Simulates a leader from one instant to another, second by second, with only its memory kept between decisions. */
export function naiveLeader(strategy: Strategy, from: number, to: number): NaiveAccount {
  const account = new NaiveAccount(strategy.capital);
  for (const id of strategy.markets) {
    const { maxLeverage } = requireContract(id);
    account.leverage.set(id, [strategy.leverage, maxLeverage].sort((a, b) => Number(a - b))[0] as bigint);
  }
  const price = (id: string, at: number) => Number(naiveMid(id, at)) / Number(requireContract(id).scale);
  let memory: Memory = strategy.memory;
  const since = (from - strategy.offset) % strategy.every;
  let decision = decisionAfter(strategy, from - since);
  for (let at = from + 1_000; at <= to; at += 1_000) {
    if (!account.idle && (!account.sleepy || at % 60_000 === 0)) account.second(at);
    if ((at - strategy.offset) % strategy.every === 0) decision = decisionAfter(strategy, at);
    if (at !== decision) continue;
    const decided = strategy.decide(
      {
        at,
        equity: Number(account.equity(at)) / 100,
        price: (id) => price(id, at),
        closes: (id, length, count) => {
          const closes: number[] = [];
          for (let end = Math.floor(at / length) * length; closes.length < count; end -= length) {
            closes.unshift(price(id, end - 1_000));
          }
          return closes;
        },
        isOpen: (id) => naiveOpen(requireContract(id), at),
        held: (id) => {
          const units = Number(account.held.get(id)?.size ?? 0n) / 1e8;
          return requireContract(id).dollarBase ? units : units * price(id, at);
        },
        entry: (id) => {
          const held = account.held.get(id);
          if (!held) return 0;
          const size = held.size > 0n ? held.size : -held.size;
          return Number(held.cost / size) / Number(requireContract(id).scale);
        },
      },
      memory,
    );
    memory = decided.memory;
    for (const { id, dollars, stop, takeProfit } of decided.targets) {
      const { dollarBase, scale } = requireContract(id);
      const units = dollarBase ? dollars : dollars / price(id, at);
      const size = BigInt(Math.trunc(units * 1_000)) * 100_000n - (account.held.get(id)?.size ?? 0n);
      if (size === 0n) continue;
      const level = (value?: number) => (value === undefined ? null : BigInt(Math.round(value * Number(scale))));
      account.give({ id, size, kind: 'market', level: null, stop: level(stop), profit: level(takeProfit) }, at);
    }
  }
  return account;
}

/** Returns when a leader decides after a scheduled time: three quarters of the delay (an hour at most) are habit, the rest is random. */
function decisionAfter({ id, every }: Strategy, time: number): number {
  const part = (label: string, second: number) => chance(time)(`${label}:${id}`, second);
  const seconds = Math.min(every, 3_600_000) / 1_000;
  return time + Math.floor((part('habit', 0) * 3 + part('delay', time / 1_000)) * (seconds / 4)) * 1_000;
}
