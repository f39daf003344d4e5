import type { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import type { AdminActor, Machine } from '~/platform/states';
import type { Right } from '~/signIns/rights';

/** An administrator's queue: its address, the right that its decisions take, the states of what is in it, and what can be decided. */
export type Queue = {
  path: string;
  right: Right;
  machine: Machine<string, string>;
  decisions: Record<string, Decision>;
};

type Ran = { journalId?: string };

/** A small form of a row: the event of the state table that it causes, and how. */
export type Decision<S extends z.ZodType = z.ZodType, V = never> = {
  event: string;
  schema: S;
  /**
   * Takes what the schema reads, and gives what the administrator is told then.
   * @param shown the digest of the preview that the form brings back, where it `previews`
   */
  run: (tx: Handle, by: AdminActor, value: V, shown: string | null) => Promise<Result<Ran & { said: string }>>;
  /** It moves money or vouches for a person: the administrator shows the second factor. */
  confirmed?: boolean;
  /** What it would do is shown first. */
  previews?: boolean;
  /** Whether this installation has it; without it every one does. */
  offered?: () => boolean;
};

/** A decision whose use-case is run at once. `says`: what the administrator is told then. */
export const decision = <S extends z.ZodType>(
  event: string,
  {
    run,
    says,
    ...form
  }: Pick<Decision<S>, 'schema' | 'confirmed'> & {
    run: (tx: Handle, by: AdminActor, value: z.output<S>) => Promise<Result<Ran>>;
    says: string;
  },
): Decision => ({
  event,
  ...form,
  run: async (tx, by, value) => {
    const ran = await run(tx, by, value);
    return ran.ok ? done({ ...ran.value, said: says }) : ran;
  },
});

/** What the forms of a queue's rows can ask for. */
export const intentsOf = ({ decisions }: Queue): string[] => Object.keys(decisions);

/** What can be decided about something in this state. */
export const possibleDecisions = ({ decisions, machine }: Queue, status: string): string[] =>
  Object.entries(decisions)
    .filter(([, { event, offered }]) => machine.events[event]?.from.includes(status) && offered?.() !== false)
    .map(([name]) => name);
