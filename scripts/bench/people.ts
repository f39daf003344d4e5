import { performance } from 'node:perf_hooks';
import type { user } from '#drizzle/schema';
import { newId } from '~/platform/ids';
import { median } from './load';

const FIRST_NAMES = 'Ann Bob Cem Dina Emre Fay Gus Hana Ivy Jon Kai Lena Mia Noor Omar Pia Quin Rosa Sam Tara'.split(
  ' ',
);
const LAST_NAMES =
  'Abe Berg Cruz Diaz Egan Ford Gray Hart Ito Jong Kaya Lund Moss Nash Okoye Pace Ray Shaw Tran Voss'.split(' ');

/** Returns an invented investor. Some of them have similar names. */
export function inventPerson(number: number): typeof user.$inferInsert {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000);
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  const lastName = `${LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length]}${number % 97}`;
  const username = `${firstName}${number}`;
  return {
    id: newId(),
    firstName,
    lastName,
    username,
    usernameKey: username.toLowerCase(),
    email: `${username.toLowerCase()}@example.com`,
    phone: '+44 20 7946 0000',
    country: 'Ireland',
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    passwordChangedAt: at,
    emailVerifiedAt: number % 10 === 0 ? null : at,
    pdtUnlocked: number % 5 === 0,
    status: number % 50 === 0 ? 'closed' : 'open',
    createdAt: at,
  };
}

const RUN_COUNT = 15;

/** Measures the duration of an operation, milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures the median duration of several runs, milliseconds. */
export async function measureMedian(work: () => Promise<unknown>): Promise<number> {
  const elapsedMs: number[] = [];
  while (elapsedMs.length < RUN_COUNT) elapsedMs.push(await measureTime(work));
  return median(elapsedMs);
}
