import type { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import type { ChangedValue } from '~/platform/events/changes';
import type { Result } from '~/platform/result';
import type { AdminActor, Machine } from '~/platform/states';
import type { Right } from '~/signIns/rights';

/** The values of an act's form or call, as its schema has parsed them. */
export type Fields = Record<string, unknown>;

/** What an act has made or moved, as its use-case answers. */
export type Ran = {
  journalId?: string;
  id?: string;
  last?: string;
  replacement?: string;
  code?: string;
  name?: string;
};

/**
 * What all acts have. The functions are methods on purpose: acts with different inputs then fit into one table, and an act
 * taken from it is only ever given what its own schema has read.
 */
interface Basis<I extends Fields> {
  schema: z.ZodType<I>;
  /** The use-case. */
  run(tx: Handle, by: AdminActor, input: I): Promise<Result<Ran>>;
  /** What the administrator is told once it is done. */
  said(input: I): string;
  /** For a decision of a queue: the event that it causes in the queue's state table. */
  event?: string;
  /** As a decision of a queue: whether this installation has it. Without this function every installation does. */
  offered?(): boolean;
}

/**
 * An act of an administrator that money depends on. On a page its effect is shown before it is done; in live mode a second
 * administrator is asked where `takesTwo` says so. It stands beside its use-case; `app/acts.server.ts` lists them all.
 */
export interface Act<I extends Fields = Fields> extends Basis<I> {
  /** The name by which requests and the audit log keep it. */
  name: string;
  /** The right of the administrator who does it or asks for it, and of the second one who agrees. */
  right: Right;
  /** Why a second administrator is needed in live mode: always, or for the reasons that `when` finds; if it finds none, one may do it alone. */
  takesTwo: string | { when(tx: Handle, by: AdminActor, input: I): Promise<string[]> };
  /** What is asked for, in a line. */
  title(tx: Handle, input: I): Promise<string>;
  /** What belongs to the effect besides the money that moves, as it is before the act: terms, capital, what was stated. */
  details?(tx: Handle, input: I): Promise<ChangedValue[]>;
  /** More of the effect, found after the act: what it reaches later. Whatever this function writes is taken back. */
  reach?(tx: Handle, input: I, ran: Ran): Promise<ChangedValue[]>;
  /** Whether a number differs from what it was, or was said to be, by so much that the input must hold a `reason`. */
  wantsReason?(tx: Handle, input: I): Promise<boolean>;
  /** The input with the instant `at` in place of a date that means "now", so that it keeps its meaning while a request waits. */
  dated?(input: I, at: Date): I;
  /** The input as a form sends it, where that can't be told from the values (see `asSent`). */
  sent?(input: I): Fields;
}

/** A decision that one administrator makes alone. */
export interface SoloAct<I extends Fields = Fields> extends Basis<I> {
  /** Why one administrator is enough, in live mode too. */
  alone: string;
  /** Whether it asks for a fresh code of the second factor. */
  confirmed?: boolean;
  /** What is shown before it is done; without this it is done at once. */
  shows?: Shows<NoInfer<I>>;
}

/** How the effect of an act is told, besides the money that it moves. */
export type Shows<I extends Fields = Fields> = Pick<Act<I>, 'title' | 'details' | 'reach'>;

/** Describes an act with the types of its schema. */
export const act = <I extends Fields, const N extends string>(given: Act<I> & { name: N }): Act<I> & { name: N } =>
  given;

/** Describes an act for one administrator with the types of its schema. */
export const soloAct = <I extends Fields>(given: SoloAct<I>): SoloAct<I> => given;

/** Every act by its name. */
export type Acts = Readonly<Record<string, Act>>;

/** One thing of a queue. */
export type Item = {
  /** Whose it is and how much, for administrators. */
  title: string;
  /** Null for what is no investor's. */
  userId: string | null;
  /** Whether somebody still has to decide or pay. */
  waits: boolean;
  /** What its owner calls it, and the page on which they see it. */
  called: string;
  page: string;
  /** What the form of a decision says besides the id, where several are decided together. */
  fields?: Fields;
};

/** An administrator's queue: its address, the right that deciding takes, the states of what is in it, and its decisions by name. */
export type Queue = {
  path: string;
  right: Right;
  machine: Machine<string, string>;
  decisions: Readonly<Record<string, Act | SoloAct>>;
  /** What one of its things is about; null when there is none. Queues without it have no marks, and decide one thing at a time. */
  about?(tx: Handle, id: string): Promise<Item | null>;
  /** The decisions that can be made about several things together. */
  several?: readonly string[];
  /** Reasons to pick from when something is rejected. */
  reasons?: readonly string[];
};

/** The names of the decisions that the forms of a queue's rows can ask for. */
export const intentsOf = ({ decisions }: Queue): string[] => Object.keys(decisions);

/** The names of the decisions that are possible about something in this state. */
export const possibleDecisions = ({ decisions, machine }: Queue, status: string): string[] =>
  Object.entries(decisions)
    .filter(([, { event = '', offered }]) => machine.events[event]?.from.includes(status) && offered?.() !== false)
    .map(([name]) => name);
