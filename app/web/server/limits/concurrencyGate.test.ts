import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { createConcurrencyGate } from './concurrencyGate.server';

test('of requests that arrive together one starts in each iteration of the event loop, and none that was closed', async () => {
  const gate = createConcurrencyGate(() => false);
  const started: number[] = [];
  const responses = [0, 1, 2, 3].map((at) => {
    const response = Object.assign(new EventEmitter(), { destroyed: false });
    gate.enter({ path: '/', ip: `192.0.2.${at}` } as Request, response as unknown as Response, () => started.push(at));
    return response;
  });
  const startedByTurn: number[] = [];
  for (const _ of responses) {
    await nextTurn();
    startedByTurn.push(started.length);
    if (started.length === 2) Object.assign(responses[2] ?? {}, { destroyed: true });
  }
  expect(startedByTurn).toEqual([1, 2, 2, 3]);
  expect(started).toEqual([0, 1, 3]);
});
