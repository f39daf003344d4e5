import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { publishToProcesses, subscribeToProcesses } from '../db/index.server';
import { SECOND } from '../durations';
import { singleton } from '../singleton';
import { thisProcess } from './thisProcess';

/* Limits shared by all processes on one database. Each process counts and publishes its own use. A lost message briefly raises a limit. */

/**
 * Part of a limit that a process uses up before it publishes its count. The shared count is wrong by at most this part
 * per process.
 */
const PUBLISHED_SHARE = 1 / 50;
/** Time for which changes are collected into one message, milliseconds. */
const PUBLISH_DELAY_MS = 20;
/** Largest number of amounts per message, since PostgreSQL accepts 8,000 bytes. */
const MAX_AMOUNTS_PER_MESSAGE = 20;
/** Longest key, in characters, that is counted across processes. No IP address is longer. */
const MAX_KEY_LENGTH = 100;
/** Largest number of keys whose unpublished counts are remembered. */
const MAX_UNPUBLISHED_KEYS = 10_000;
/** Interval at which a process republishes the counts that it holds, in milliseconds. */
const HELD_INTERVAL_MS = 2 * SECOND;
/** Silence after which a process counts as dead, in milliseconds. */
const SILENCE_TIMEOUT_MS = 3 * HELD_INTERVAL_MS;

/** Message of a process: sender, limit, and amounts by key. */
const USAGE_MESSAGE_SCHEMA = z.tuple([z.string(), z.string(), z.array(z.tuple([z.string(), z.number()]))]);
type UsageMessage = z.infer<typeof USAGE_MESSAGE_SCHEMA>;

const sharingState = () =>
  singleton('shared-limits', () => ({
    isOn: false,
    heard: new Map<string, (from: string, key: string, amount: number) => void>(),
    pending: new Map<string, Map<string, number>>(),
    timer: undefined as NodeJS.Timeout | undefined,
  }));

/** Exchanges the counts of limits with other processes; does nothing on SQLite. @returns the function that stops it */
export async function startSharingLimits(): Promise<() => Promise<void>> {
  const stop = await subscribeToProcesses((text) => {
    const news = receiveUsage(text);
    if (!news || news[0] === thisProcess) return;
    const [from, limit, amounts] = news;
    for (const [key, amount] of amounts) sharingState().heard.get(limit)?.(from, key, amount);
  });
  if (!stop) return async () => {};
  sharingState().isOn = true;
  return async () => {
    sharingState().isOn = false;
    clearTimeout(sharingState().timer);
    sharingState().timer = undefined;
    await stop();
  };
}

function receiveUsage(text: string): UsageMessage | null {
  try {
    return USAGE_MESSAGE_SCHEMA.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function queueAmount(limit: string, key: string, change: (before: number) => number): void {
  if (!sharingState().isOn || key.length > MAX_KEY_LENGTH) return;
  const { pending } = sharingState();
  const amounts = pending.get(limit) ?? new Map<string, number>();
  pending.set(limit, amounts);
  amounts.set(key, change(amounts.get(key) ?? 0));
  sharingState().timer ??= setTimeout(sendAmounts, PUBLISH_DELAY_MS).unref();
}

function sendAmounts(): void {
  sharingState().timer = undefined;
  for (const [limit, amounts] of sharingState().pending) {
    const all = [...amounts];
    for (let at = 0; at < all.length; at += MAX_AMOUNTS_PER_MESSAGE) {
      const news: UsageMessage = [thisProcess, limit, all.slice(at, at + MAX_AMOUNTS_PER_MESSAGE)];
      publishToProcesses(JSON.stringify(news)).catch(() => {});
    }
  }
  sharingState().pending.clear();
}

/**
 * Shares a rate limit of `max` per key between processes. `heard` receives the use that other processes report.
 * @returns the function that reports use by this process
 */
export function shareUsage(options: {
  limit: string;
  max: number;
  heard: (key: string, amount: number) => void;
}): (key: string, amount: number) => void {
  const { limit, max, heard } = options;
  const step = max * PUBLISHED_SHARE;
  sharingState().heard.set(limit, (_from, key, amount) => heard(key, amount));
  const unsent = new LRUCache<string, number>({ max: MAX_UNPUBLISHED_KEYS });
  return (key, amount) => {
    if (!sharingState().isOn) return;
    const sum = (unsent.get(key) ?? 0) + amount;
    if (sum < step) {
      unsent.set(key, sum);
      return;
    }
    unsent.delete(key);
    queueAmount(limit, key, (before) => before + sum);
  };
}

/** Returns a limiter of `max` per minute and key across all processes. It rejects with the key's state when none is left. */
export function createSharedLimiter(limit: string, max: number): (key: string) => Promise<RateLimiterRes> {
  const limiter = new RateLimiterMemory({ points: max, duration: 60 });
  const shared = shareUsage({ limit, max, heard: (key, amount) => void limiter.penalty(key, amount) });
  return async (key) => {
    const state = await limiter.consume(key);
    shared(key, 1);
    return state;
  };
}

/** Shares a limit on concurrent use between processes. `changed` reports the local count; `elsewhere` returns that of other processes. */
export function shareConcurrentUse(limit: string): {
  changed: (key: string, count: number) => void;
  elsewhere: (key: string) => number;
} {
  const here = new Map<string, number>();
  const others = new Map<string, Map<string, { count: number; at: number }>>();
  let again: NodeJS.Timeout | undefined;

  sharingState().heard.set(limit, (from, key, count) => {
    const of = others.get(key) ?? new Map();
    if (count > 0) others.set(key, of.set(from, { count, at: performance.now() }));
    else if (of.delete(from) && of.size === 0) others.delete(key);
  });

  return {
    changed: (key, count) => {
      if (!sharingState().isOn) return;
      if (count > 0) here.set(key, count);
      else here.delete(key);
      queueAmount(limit, key, () => count);
      if (here.size === 0) {
        clearInterval(again);
        again = undefined;
        return;
      }
      again ??= setInterval(() => {
        for (const [each, held] of here) queueAmount(limit, each, () => held);
      }, HELD_INTERVAL_MS).unref();
    },
    elsewhere: (key) => {
      let sum = 0;
      const of = others.get(key);
      for (const [from, { count, at }] of of ?? []) {
        if (performance.now() - at < SILENCE_TIMEOUT_MS) sum += count;
        else of?.delete(from);
      }
      if (of?.size === 0) others.delete(key);
      return sum;
    },
  };
}
