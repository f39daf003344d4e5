import { describe, expect, test } from 'vitest';
import { APPROVALS } from '~/acts.server';
import type { ActQueue } from '~/features/backoffice/approvals/act';
import { newId } from '~/platform/ids';
import { done, refuse } from '~/platform/result';
import { createDecisionKeys, decide } from '~/routes/admin/decide.server';
import { sourcesOf } from '../../architecture/sources';
import { useDatabase } from '../../support/database';
import { superadmin } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';

useDatabase();

/** Sources that define queues. */
const defining = sourcesOf('app').filter(({ path, text }) => path.endsWith('.server.ts') && /: ActQueue =/.test(text));

type Exported = Record<string, ActQueue | ((path: string) => ActQueue)>;
const modules = import.meta.glob<Exported>('../../../app/{features,routes/admin}/**/*.server.ts');

/** All queues of the product. A queue on several pages is a function of the page's URL, named `...Decisions`. */
const queues = [
  // Derived from the table of acts.
  APPROVALS,
  ...(
    await Promise.all(
      defining.map(async ({ path }) => {
        const exported = Object.entries((await modules[`../../../${path}`]?.()) ?? {});
        return exported.flatMap(([name, made]) => {
          if (typeof made !== 'function') return made && typeof made === 'object' && 'decisions' in made ? [made] : [];
          return name.endsWith('Decisions') ? [made('/admin/somewhere')] : [];
        });
      }),
    )
  ).flat(),
];

const decisions = queues.flatMap((queue) =>
  Object.keys(queue.decisions).map((name) => ({ where: queue.path, name, queue })),
);

/** Decisions without a recent confirmation: they move no money out, and a refused entry can be requested again. */
const WITHOUT = [
  '/admin/deposits reject',
  '/admin/withdrawals reject',
  '/admin/kyc reject',
  '/admin/kyc ask-again',
  '/admin/leader-requests reject',
  '/admin/approvals reject',
  '/admin/approvals withdraw',
  // Text for an investor; no money moves.
  '/admin/support acknowledge',
  '/admin/support add',
  '/admin/support answer',
  '/admin/support close',
  '/admin/support complain',
  '/admin/support reopen',
  // Changes the assignee of an alert; no money moves.
  ...['take', 'give-back', 'assign', 'note'].map((name) => `/admin/alerts ${name}`),
  // Resuming payments always requires two administrators.
  '/admin/restores found-unpaid',
];

const ADMIN = newId();

/** Submits the form of a decision with the code of the second factor. */
async function send({ queue, name }: (typeof decisions)[number], confirm: () => Promise<never | unknown>) {
  const fields = {
    id: newId(),
    _intent: name,
    _key: createDecisionKeys(queue, [name], superadmin(ADMIN))[name] ?? '',
    reason: 'The name differs',
    reference: transactionOf('tx-1'),
    received: '1234.57',
    effect: 'as shown',
    // Marks this post as the second one, which performs an act whose effect was shown first.
    _preview: 'as shown',
  };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return await decide(queue, form, ADMIN, { show: 'waiting', page: 1 }, confirm as Parameters<typeof decide>[4]);
}

describe('a decision of a queue', () => {
  test('is found in the code', () => {
    expect(queues.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining(['/admin/deposits', '/admin/kyc', '/admin/withdrawals', '/admin/somewhere']),
    );
    const written = defining.flatMap(({ text }) => text.match(/: ActQueue =/g) ?? []);
    expect(queues).toHaveLength(written.length);
    const named = decisions.map(({ where, name }) => `${where} ${name}`);
    expect(WITHOUT.filter((each) => !named.includes(each))).toEqual([]);
  });

  test.each(decisions)(
    '$where $name requires a recent confirmation, unless it is one of those without',
    async (each) => {
      let request = 0;
      const sent = send(each, async () => {
        request += 1;
        return refuse('otp', 'Type the code', 'otp');
      });
      if (WITHOUT.includes(`${each.where} ${each.name}`)) {
        // The request reached the use case, which did not find the row.
        expect(await sent).not.toMatchObject({ data: { confirm: true } });
        expect(request).toBe(0);
      } else {
        expect(await sent).toMatchObject({ data: { confirm: true }, init: { status: 403 } });
        expect(request).toBe(1);
      }
    },
  );

  test.each(decisions)('$where $name reaches its use case when it is confirmed', async (each) => {
    const sent = await send(each, async () => done(null));
    expect(sent).toMatchObject({ init: { status: expect.any(Number) } });
    expect(sent).not.toMatchObject({ data: { confirm: true } });
  });

  test('that has to be confirmed is not sent without a second factor', async () => {
    const confirmed = decisions.filter(({ where, name }) => !WITHOUT.includes(`${where} ${name}`));
    for (const each of confirmed) {
      const sent = send(each, undefined as never);
      await expect(sent).rejects.toThrow('needs a way to confirm it');
    }
  });
});
