import type { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import type { Change } from '~/platform/events/changes';
import type { Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import type { ActName, FactsOf } from './policy';

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
 * An act of an administrator that money depends on: what it is called with, the use-case, and both in words. `perform` does
 * it at once or, where the policy says so, asks a second administrator.
 */
export type Operation<S extends z.ZodType = z.ZodType, F = unknown> = {
  schema: S;
  run: (tx: Handle, by: Actor, input: z.output<S>) => Promise<Result<Ran>>;
  /** What is asked for, in a line. */
  asks: (tx: Handle, input: z.output<S>) => Promise<string>;
  /** What belongs to the effect besides the money that moves, as it is before the act: terms, capital, what was stated. */
  tells?: (tx: Handle, input: z.output<S>) => Promise<Change[]>;
  /** More of the effect, found after the act: what it reaches later. Whatever this writes is taken back. */
  reaches?: (tx: Handle, input: z.output<S>, ran: Ran) => Promise<Change[]>;
  /** Does a number in it differ by so much from what it was, or was said to be, that it wants a reason (`reason`)? */
  differs?: (tx: Handle, input: z.output<S>) => Promise<boolean>;
  /** What was done. */
  said: (input: z.output<S>) => string;
  /** What the rule of the policy wants to know. */
  facts?: (tx: Handle, by: Actor, input: z.output<S>) => Promise<F>;
  /** What "now" meant when it was asked for. */
  dated?: (input: z.output<S>) => z.output<S>;
  /** The input as its schema reads it again, where `asSent` can't tell. */
  sent?: (input: z.output<S>) => Record<string, unknown>;
};

type Facts<N extends ActName, S extends z.ZodType> =
  FactsOf<N> extends null
    ? { facts?: undefined }
    : { facts: (tx: Handle, by: Actor, input: z.output<S>) => Promise<FactsOf<N>> };

/** Describes the operation of an act of the policy, with exact types; one whose rule asks for facts has to give them. */
export const operation = <N extends ActName, S extends z.ZodType>(
  _act: N,
  given: Omit<Operation<S, FactsOf<N>>, 'facts'> & Facts<N, S>,
) => given as Operation<S, FactsOf<N>>;
