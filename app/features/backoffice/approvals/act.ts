import type { z } from 'zod';
import type { OwnedTable } from '~/features/backoffice/reviewQueue/decisionLocks.server';
import type { Handle } from '~/platform/db/index.server';
import type { ChangedValue } from '~/platform/events/changes';
import type { Result } from '~/platform/result';
import type { AdminActor, Machine } from '~/platform/states';
import type { Right } from '~/signIns/rights';

export type Fields = Record<string, unknown>;

export type ActOutcome = {
  journalId?: string;
  id?: string;
  last?: string;
  replacement?: string;
  code?: string;
  name?: string;
};

/** Basis of acts. The functions are methods on purpose: acts with different inputs then fit into one table. */
interface Basis<I extends Fields> {
  schema: z.ZodType<I>;
  run(tx: Handle, by: AdminActor, input: I): Promise<Result<ActOutcome>>;
  toast(input: I): string;
  event?: string;
  /** Returns whether this installation offers it as a decision of a queue; by default it does. */
  offered?(): boolean;
}

/** Act of an administrator that affects money. In live mode it needs a second administrator if `takesTwo` says so. */
export interface Act<I extends Fields = Fields> extends Basis<I> {
  name: string;
  right: Right;
  /** Reason for a second administrator in live mode: always, or as `when` finds; if it finds none, one may do it alone. */
  takesTwo: string | { when(tx: Handle, by: AdminActor, input: I): Promise<string[]> };
  title(tx: Handle, input: I): Promise<string>;
  /** Parts of the effect besides the money, as before the act: terms, capital, stated amounts. */
  details?(tx: Handle, input: I): Promise<ChangedValue[]>;
  /** Further effects found after the act. Whatever this function writes is rolled back. */
  reach?(tx: Handle, input: I, ran: ActOutcome): Promise<ChangedValue[]>;
  wantsReason?(tx: Handle, input: I): Promise<boolean>;
  /** Returns the input with `at` in place of "now", so that it keeps its meaning while a request waits. */
  dated?(input: I, at: Date): I;
  sent?(input: I): Fields;
}

export interface SoloAct<I extends Fields = Fields> extends Basis<I> {
  /** Reason why one administrator is enough, in live mode too. */
  alone: string;
  confirmed?: boolean;
  /** Effect shown before; without it the act is done at once. */
  shows?: EffectDescription<NoInfer<I>>;
}

export type EffectDescription<I extends Fields = Fields> = Pick<Act<I>, 'title' | 'details' | 'reach'>;

export const act = <I extends Fields, const N extends string>(given: Act<I> & { name: N }): Act<I> & { name: N } =>
  given;

export const soloAct = <I extends Fields>(given: SoloAct<I>): SoloAct<I> => given;

export type Acts = Readonly<Record<string, Act>>;

export type Item = {
  title: string;
  userId: string | null;
  waits: boolean;
  called: string;
  page: string;
  fields?: Fields;
  /** Details of the events of its marks. */
  details?: Record<string, string>;
};

/** Row of a decided list: its fields besides the ID, and the note that the preview shows. */
export type ListedEntry = { id: string; fields: Fields; label?: string };

export type ActQueue = {
  path: string;
  right: Right;
  machine: Machine<string, string>;
  /** Table of the act's rows, if a decision writes only rows of their owners and so can run concurrently. */
  table?: OwnedTable;
  decisions: Readonly<Record<string, Act | SoloAct>>;
  /** Describes one row of the queue; null without one. Queues without it have no marks and decide one row at a time. */
  about?(tx: Handle, id: string): Promise<Item | null>;
  several?: readonly string[];
  list?: { decision: string; read(text: string): Promise<Result<ListedEntry[]>> };
  reasons?: readonly string[];
};

export const intentsOf = ({ decisions }: ActQueue): string[] => Object.keys(decisions);

export const possibleDecisions = ({ decisions, machine }: ActQueue, status: string): string[] =>
  Object.entries(decisions)
    .filter(([, { event = '', offered }]) => machine.events[event]?.from.includes(status) && offered?.() !== false)
    .map(([name]) => name);
