import { done, type Refusal, type Result, refuse } from './result';

export type ActorKind = 'investor' | 'admin' | 'system';

export type InvestorActor = { kind: 'investor'; id: string; approver?: undefined };
/** Administrator as an actor. `approver` is the second administrator who approved, in the form of `formatActor`. */
export type AdminActor = { kind: 'admin'; id: string; approver?: string };
export type Actor = InvestorActor | AdminActor | { kind: 'system'; id: null; approver?: undefined };

export const SYSTEM_ACTOR: Actor = { kind: 'system', id: null };
export const createInvestorActor = (id: string): InvestorActor => ({ kind: 'investor', id });
export const createAdminActor = (id: string): AdminActor => ({ kind: 'admin', id });

/** Formats an actor for journals: `investor:<id>`, `admin:<id>`, `system`. */
export const formatActor = ({ kind, id }: Actor): string => (id ? `${kind}:${id}` : kind);

/** State machine: initial states, and for each event its source states, target and actors. */
export type Machine<S extends string, E extends string> = {
  /** Name of the subject in events and, by default, in messages. */
  thing: string;
  /** Name in messages, if it differs. */
  called?: string;
  initial: readonly S[];
  events: Record<E, { from: readonly S[]; to: S; by: readonly ActorKind[] }>;
};

/** Returns the state after an event, or the refusal if the event is impossible now. */
export function getNextState<S extends string, E extends string>(
  machine: Machine<S, E>,
  state: S,
  event: E,
  by: ActorKind,
): Result<S, Refusal> {
  const rule = machine.events[event];
  if (!rule.by.includes(by))
    return refuse('not-yours', `You can’t ${splitWords(event)} this ${formatThingName(machine)}.`);
  if (!rule.from.includes(state)) {
    return refuse('wrong-state', `Nothing was changed: this ${formatThingName(machine)} is ${splitWords(state)}.`);
  }
  return done(rule.to);
}

export const formatThingName = ({ thing, called }: Pick<Machine<string, string>, 'thing' | 'called'>): string =>
  called ?? thing;

const splitWords = (name: string) => name.replaceAll('-', ' ');
