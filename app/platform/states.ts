import { done, type Refusal, type Result, refuse } from './result';

export type ActorKind = 'investor' | 'admin' | 'system';

/** A user, acting for themself. */
export type InvestorActor = { kind: 'investor'; id: string; approver?: undefined };
/** An administrator; `approver` is the second one who agreed, as `actorText` has it. */
export type AdminActor = { kind: 'admin'; id: string; approver?: string };
/** Who does something: in events, journals and the audit log. */
export type Actor = InvestorActor | AdminActor | { kind: 'system'; id: null; approver?: undefined };

export const SYSTEM: Actor = { kind: 'system', id: null };
export const byInvestor = (id: string): InvestorActor => ({ kind: 'investor', id });
export const byAdmin = (id: string): AdminActor => ({ kind: 'admin', id });

/** An actor as a journal keeps it: `investor:<id>`, `admin:<id>`, `system`. */
export const actorText = ({ kind, id }: Actor): string => (id ? `${kind}:${id}` : kind);

/**
 * A state table: what begins, and which event leads from which states to which, and whose it is to cause it. Use-cases and
 * their tests both run from it.
 */
export type Machine<S extends string, E extends string> = {
  /** What it is about, as events keep it, and messages where nothing else is given: "deposit". */
  thing: string;
  /** What messages call it, where people know it by another name than the stored events. */
  called?: string;
  initial: readonly S[];
  events: Record<E, { from: readonly S[]; to: S; by: readonly ActorKind[] }>;
};

/** Where an event leads, or why it can't happen now. */
export function nextState<S extends string, E extends string>(
  machine: Machine<S, E>,
  state: S,
  event: E,
  by: ActorKind,
): Result<S, Refusal> {
  const rule = machine.events[event];
  if (!rule.by.includes(by)) return refuse('not-yours', `You can’t ${words(event)} this ${thingName(machine)}.`);
  if (!rule.from.includes(state)) {
    return refuse('wrong-state', `This ${thingName(machine)} is ${words(state)} already, so nothing was changed.`);
  }
  return done(rule.to);
}

/** What messages call the thing of a state table. */
export const thingName = ({ thing, called }: Pick<Machine<string, string>, 'thing' | 'called'>): string =>
  called ?? thing;

const words = (name: string) => name.replaceAll('-', ' ');
