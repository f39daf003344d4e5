import { describe, expect, test } from 'vitest';
import { decide, decisionKeys, type Queue } from '~/platform/form/decisions.server';
import { newId } from '~/platform/ids';
import { done, refuse } from '~/platform/result';
import { useDatabase } from '../support/database';

useDatabase();

const modules = import.meta.glob<Record<string, Queue | ((path: string) => Queue)>>(
  '../../app/features/*/decisions.server.ts',
  { eager: true },
);

/** Every queue of the product. */
const queues = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .map((made) => (typeof made === 'function' ? made('/admin/somewhere') : made));

const decisions = queues.flatMap((queue) =>
  Object.entries(queue.decisions).map(([name, { event }]) => ({ where: queue.path, name, event, queue })),
);

/** What takes no fresh confirmation: it moves no money out, and the user can ask again. */
const WITHOUT = ['/admin/deposits reject', '/admin/withdrawals reject', '/admin/kyc reject'];

const ADMIN = newId();

/** Sends a decision's form, filled in, with what the second factor answers. */
async function send({ queue, name, event }: (typeof decisions)[number], confirm: () => Promise<never | unknown>) {
  const [status = ''] = queue.machine.events[event]?.from ?? [];
  const fields = {
    id: newId(),
    _intent: name,
    _key: decisionKeys(queue, status, ADMIN)[name] ?? '',
    reason: 'The name differs',
    reference: 'tx-1',
    received: '1234.57',
  };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return await decide(queue, form, ADMIN, { show: 'waiting', page: 1 }, confirm as Parameters<typeof decide>[4]);
}

describe('a decision of a queue', () => {
  test('is found in the code', () => {
    expect(queues.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining(['/admin/deposits', '/admin/kyc', '/admin/withdrawals']),
    );
    const named = decisions.map(({ where, name }) => `${where} ${name}`);
    expect(WITHOUT.filter((each) => !named.includes(each))).toEqual([]);
  });

  test.each(decisions)(
    '$where $name asks for a fresh confirmation, unless it is one of those without',
    async (each) => {
      let asked = 0;
      const sent = send(each, async () => {
        asked += 1;
        return refuse('otp', 'Type the code', 'otp');
      });
      if (WITHOUT.includes(`${each.where} ${each.name}`)) {
        // It went on to the use-case, which knows no such row.
        expect(await sent).not.toMatchObject({ data: { confirm: true } });
        expect(asked).toBe(0);
      } else {
        expect(await sent).toMatchObject({ data: { confirm: true }, init: { status: 403 } });
        expect(asked).toBe(1);
      }
    },
  );

  test.each(decisions)('$where $name goes on to its use-case when it is confirmed', async (each) => {
    const sent = await send(each, async () => done(null));
    expect(sent).toMatchObject({ init: { status: expect.any(Number) } });
    expect(sent).not.toMatchObject({ data: { confirm: true } });
  });

  test('that has to be confirmed is not sent where there is no way to', async () => {
    const confirmed = decisions.filter(({ where, name }) => !WITHOUT.includes(`${where} ${name}`));
    for (const each of confirmed) {
      const sent = send(each, undefined as never);
      await expect(sent).rejects.toThrow('needs a way to confirm it');
    }
  });
});
