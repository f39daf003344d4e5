import type { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import type { AdminActor, Machine } from '~/platform/states';
import type { Right } from '~/signIns/rights';

/** An administrator's queue: its address, the right that its decisions take, the states of what is in it, and what can be decided. */
export type Queue = {
  path: string;
  right: Right;
  machine: Machine<string, string>;
  decisions: Record<string, Decision>;
};

type Deciding<S extends z.ZodType, V> = {
  schema: S;
  /** @param shown the digest of the preview that the form brings back, where it `previews` */
  run: (
    tx: Handle,
    by: AdminActor,
    value: V,
    shown: string | null,
  ) => Promise<Result<{ journalId?: string; said?: string }>>;
  /** What the administrator is told then, unless `run` says it in other words. */
  says: string;
  /** It moves money or vouches for a person: the administrator shows the second factor. */
  confirmed?: boolean;
  /** What it would do is shown first. */
  previews?: boolean;
  /** Whether this installation has it; without it every one does. */
  offered?: () => boolean;
};

/** A small form of a row: the event of the state table that it causes, and how. Its `run` takes what its schema reads. */
export type Decision = { event: string } & Deciding<z.ZodType, never>;

/** What a row's form does: the event of the state table, the form, and the use-case that causes it. */
export const decision = <S extends z.ZodType>(event: string, deciding: Deciding<S, z.output<S>>): Decision => ({
  event,
  ...deciding,
});

/** What the forms of a queue's rows can ask for. */
export const intentsOf = ({ decisions }: Queue): string[] => Object.keys(decisions);

/** What can be decided about something in this state. */
export const possibleDecisions = ({ decisions, machine }: Queue, status: string): string[] =>
  Object.entries(decisions)
    .filter(([, { event, offered }]) => machine.events[event]?.from.includes(status) && offered?.() !== false)
    .map(([name]) => name);
