// On both engines: jobs.
import Database, { type Statement } from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { JOBS } from '~/jobs.server';
import { deliverMail } from '~/mail/deliver.server';
import { enqueueMail } from '~/mail/outbox.server';
import { MINUTE } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { onPostgres, useDatabase } from '../../support/database';

/**
 * Tables that do not grow with activity: a few dozen rows, or one row per trader, per month, or per change of a deposit address.
 */
const SMALL = new Set([
  'administrator',
  'closed_month',
  'deposit_address_change',
  'installation',
  'job',
  'setting',
  'trader',
  'trader_figures',
  'json_each',
]);

/** Scans that do not read a whole table, by job, with the reason. */
const ALLOWED: Record<string, RegExp> = {
  // Reads the newest row by its key, and queries an empty set of journals.
  seals: /order by "seal"\."position" desc limit|where false/,
  // The index contains only orders that may not have reached all copies.
  mirror: /where \("trade"."reached_at" is null/,
  // The index contains only rows without a notification.
  'leaders-without-stake': /where "stake_shortage"\."told_at" is null/,
  // Ended copies get final figures once; finding them takes a query, once a minute.
  'copies-fell-short': /from "copy" inner join "trading_account"/,
  // Reads each active webhook; a person has at most five.
  webhooks: /from "webhook" left join "user"/,
};

type Ran = { source: string; plan: string[] };

const statements = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Statement;
const original = { all: statements.all, get: statements.get };
let ran: Ran[] | null = null;

/** Records the plan of each statement that reads. */
function watch(name: 'all' | 'get'): void {
  statements[name] = function (this: Statement, ...values: unknown[]): never {
    const { source, database } = this;
    if (ran && /^\s*(select|with)/i.test(source)) {
      const plan = original.all.apply(database.prepare(`explain query plan ${source}`), values) as { detail: string }[];
      ran.push({ source, plan: plan.map(({ detail }) => detail) });
    }
    return original[name].apply(this, values) as never;
  };
}

useDatabase();
watch('all');
watch('get');
afterAll(() => void Object.assign(statements, original));

/** Returns the parts of a statement's plan that scan a whole table that grows. */
const wholeTables = ({ source, plan }: Ran): string[] =>
  plan.flatMap((detail) => {
    const [, name = ''] = /^SCAN (?:TABLE )?(\w+)/.exec(detail) ?? [];
    const table = new RegExp(`"?(\\w+)"? (?:as )?"?${name}"?\\b`, 'i').exec(source)?.[1];
    return name === '' || SMALL.has(name) || SMALL.has(table ?? '') ? [] : [`${detail} in ${source}`];
  });

test.skipIf(onPostgres)('an idle job scans no whole table that grows', async () => {
  await prepareInstallation();
  const found: string[] = [];
  for (const job of JOBS.filter(({ everyMs }) => everyMs <= MINUTE)) {
    // Scans that run once after a start are done then.
    await job.run();
    ran = [];
    await job.run();
    found.push(...ran.flatMap(wholeTables).map((what) => `${job.name}: ${what}`));
    ran = null;
  }
  expect(found.filter((what) => !ALLOWED[what.split(':')[0] ?? '']?.test(what))).toEqual([]);
});

test.skipIf(onPostgres)('mails that wait for a digest are not read for other mails', async () => {
  const mails = { kind: 'referred' as const, to: 'popular@mirrorbook.example', subject: 'One more', paragraphs: [] };
  const enqueue = (effectKey: string) => write((tx) => enqueueMail(tx, { ...mails, effectKey }));
  ran = [];
  await enqueue('first');
  await deliverMail({ transport: { send: async () => {} } });
  const looks = ran.filter(({ source }) => / from "mail" /.test(source)).flatMap(({ plan }) => plan);
  ran = null;
  const searches = looks.filter((detail) => /^(SEARCH|SCAN)/.test(detail));
  expect(searches.length).toBeGreaterThan(2);
  expect(searches.filter((detail) => !/\(id=\?\)|lane=\?/.test(detail))).toEqual([]);
});
