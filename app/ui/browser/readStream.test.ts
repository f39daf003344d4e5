import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgetPauseMs, countFailures, MAX_BYTES_PER_MINUTE, reconnectPauseMs } from './lineBudget';
import { readStream } from './readStream';

test('pauses double up to five minutes, and up to half of each is random', () => {
  const longest = [1, 2, 3, 4, 7, 8, 9, 60, 5_000].map((failures) => reconnectPauseMs(failures, () => 1) / 1_000);
  expect(longest).toEqual([2, 4, 8, 16, 128, 256, 300, 300, 300]);
  for (const failures of [1, 5, 20]) {
    const max = reconnectPauseMs(failures, () => 1);
    expect(reconnectPauseMs(failures, () => 0)).toBe(max / 2);
    expect(reconnectPauseMs(failures, () => 0.5)).toBe(max * 0.75);
  }
});

test('the pauses after messages keep the stream within its budget', () => {
  expect(budgetPauseMs(MAX_BYTES_PER_MINUTE)).toBe(60_000);
  expect(budgetPauseMs(1_500) * 40).toBe(60_000);
});

test('the count of failures restarts only after a connection that lasted', () => {
  expect([countFailures(4, 0), countFailures(4, 19_000), countFailures(4, 20_000)]).toEqual([5, 5, 1]);
});

/** Creates a browser whose connections, clock and random numbers the test controls. */
function standIn() {
  let time = 0;
  const connections: { at: number; emit: (event: string, data?: string) => void; isOpen: boolean }[] = [];
  let due: { at: number; work: () => void } | null = null;
  const machine = {
    connect: () => {
      const heard: Record<string, (event: { data: string }) => void> = {};
      const one = { at: time, isOpen: true, emit: (event: string, data = '') => heard[event]?.({ data }) };
      connections.push(one);
      return {
        addEventListener: (name: string, receive: (event: never) => void) => {
          heard[name] = receive as (event: { data: string }) => void;
        },
        close: () => {
          one.isOpen = false;
        },
      } as Pick<EventSource, 'addEventListener' | 'close'>;
    },
    now: () => time,
    later: (work: () => void, milliseconds: number) => {
      due = { at: time + milliseconds, work };
      return () => {
        due = null;
      };
    },
    random: () => 1,
  };
  return {
    machine,
    connections,
    waits: () => due !== null,
    pass: (milliseconds: number) => {
      time += milliseconds;
      const { at, work } = due ?? { at: Number.POSITIVE_INFINITY, work: () => {} };
      if (time < at) return;
      due = null;
      work();
    },
  };
}

const nothing = { open: () => {}, message: () => {}, broken: () => {}, ended: () => {} };

test('few connections are made over a line that accepts and immediately cuts each of them', () => {
  const { machine, connections, pass } = standIn();
  readStream('/events', nothing, machine);
  for (let second = 0; second < 600; second++) {
    const newest = connections.at(-1);
    if (newest?.isOpen) for (const event of ['open', 'error']) newest.emit(event);
    pass(1_000);
  }
  // The automatic retries of a browser would have made 200 connections in these ten minutes.
  expect(connections.map(({ at }) => at / 1_000)).toEqual([0, 2, 6, 14, 30, 62, 126, 254, 510]);
});

test('a connection that lasted is reopened at once, and one that the server ended is never reopened', () => {
  const { machine, connections, pass, waits } = standIn();
  const heard: string[] = [];
  const stop = readStream(
    '/events',
    { ...nothing, message: (data) => heard.push(data), ended: (why) => heard.push(`ended ${why}`) },
    machine,
  );
  for (let turn = 0; turn < 3; turn++) {
    connections.at(-1)?.emit('open');
    connections.at(-1)?.emit('message', `news ${turn}`);
    pass(30_000);
    connections.at(-1)?.emit('error');
    pass(2_000);
  }
  expect(connections).toHaveLength(4);
  connections.at(-1)?.emit('end', 'elsewhere');
  expect([waits(), heard]).toEqual([false, ['news 0', 'news 1', 'news 2', 'ended elsewhere']]);
  stop();
});

test('no connection is opened after a stop during a pause', () => {
  const { machine, connections, pass } = standIn();
  const stop = readStream('/events', nothing, machine);
  connections[0]?.emit('error');
  stop();
  pass(600_000);
  expect(connections).toHaveLength(1);
});

test('the script of public pages has the same pauses', () => {
  const script = readFileSync(new URL('../site.js', import.meta.url), 'utf8');
  const [, pause = ''] = /setTimeout\(connect, (.*)\);/.exec(script) ?? [];
  const wait = new Function('failures', 'Math', `return ${pause}`);
  for (const chance of [0, 0.3, 1]) {
    const random = () => chance;
    for (const before of [0, 1, 7, 8, 40])
      expect(wait(before, { min: Math.min, random })).toBe(reconnectPauseMs(before + 1, random));
  }
  const [, lasted] = /failures = 0;\s+\}, ([\de]+)\)/.exec(script) ?? [];
  expect([countFailures(3, Number(lasted) - 1), countFailures(3, Number(lasted))]).toEqual([4, 1]);
});
