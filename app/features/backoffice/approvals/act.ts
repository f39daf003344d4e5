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

/** Common part of acts. It uses method syntax on purpose, so that acts with different inputs fit into one table. */
interface Basis<I extends Fields> {
  schema: z.ZodType<I>;
  run(tx: Handle, by: AdminActor, input: I): Promise<Result<ActOutcome>>;
  toast(input: I): string;
  event?: string;
  /** Returns whether this installation offers the act as a decision of a queue; true by default. */
  offered?(): boolean;
}

/** Act of an administrator that affects money. In live mode it needs a second administrator if `takesTwo` says so. */
export interface Act<I extends Fields = Fields> extends Basis<I> {
  name: string;
  right: Right;
  /** Reason for a second administrator in live mode, or a function that finds reasons; without a reason one is enough. */
  takesTwo: string | { when(tx: Handle, by: AdminActor, input: I): Promise<string[]> };
  title(tx: Handle, input: I): Promise<string>;
  /** Parts of the effect other than money, read before the act: terms, capital, stated amounts. */
  details?(tx: Handle, input: I): Promise<ChangedValue[]>;
  /** Returns additional lines of the effect. Runs after the act; its own writes are rolled back. */
  reach?(tx: Handle, input: I, ran: ActOutcome): Promise<ChangedValue[]>;
  wantsReason?(tx: Handle, input: I): Promise<boolean>;
  /** Returns the input with `at` in place of "now", so that it means the same while a request waits. */
  dated?(input: I, at: Date): I;
  sent?(input: I): Fields;
}

export interface SoloAct<I extends Fields = Fields> extends Basis<I> {
  /** Reason why one administrator is enough, also in live mode. */
  alone: string;
  confirmed?: boolean;
  /** Effect for a preview. An act without this function runs without a preview. */
  shows?: EffectDescription<NoInfer<I>>;
}

export type EffectDescription<I extends Fields = Fields> = Pick<Act<I>, 'title' | 'details' | 'reach'>;

export const act = <I extends Fields, const N extends string>(definition: Act<I> & { name: N }): Act<I> & { name: N } =>
  definition;

export const defineSoloAct = <I extends Fields>(definition: SoloAct<I>): SoloAct<I> => definition;

export type Acts = Readonly<Record<string, Act>>;

export type Item = {
  title: string;
  userId: string | null;
  waits: boolean;
  called: string;
  page: string;
  fields?: Fields;
  /** Details for the events of the row's marks. */
  details?: Record<string, string>;
};

/** Row of a decided list: its fields other than the ID, and the note that the preview shows. */
export type ListedEntry = { id: string; fields: Fields; label?: string };

export type ActQueue = {
  path: string;
  right: Right;
  machine: Machine<string, string>;
  /**
   * Table of the queue's entries, set only if decisions write no rows except those of the entries' owners, so that
   * decisions can run concurrently.
   */
  table?: OwnedTable;
  decisions: Readonly<Record<string, Act | SoloAct>>;
  /** Describes one row of the queue; null if there is none. Queues without this function have no marks and decide single rows only. */
  about?(tx: Handle, id: string): Promise<Item | null>;
  several?: readonly string[];
  list?: { decision: string; read(text: string): Promise<Result<ListedEntry[]>> };
  reasons?: readonly string[];
};

export const listDecisionIntents = ({ decisions }: ActQueue): string[] => Object.keys(decisions);

export const listPossibleDecisions = ({ decisions, machine }: ActQueue, status: string): string[] =>
  Object.entries(decisions)
    .filter(([, { event = '', offered }]) => machine.events[event]?.from.includes(status) && offered?.() !== false)
    .map(([name]) => name);
