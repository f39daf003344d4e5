import type { z } from 'zod';
import { ACTS } from '~/acts.server';
import type { Act } from '~/features/backoffice/approvals/act';
import { perform, performIfShown } from '~/features/backoffice/approvals/perform.server';
import type { Handle } from '~/platform/db/index.server';
import type { AdminActor } from '~/platform/states';

export type ActName = keyof typeof ACTS;

/** Person and environment of the act of a name. */
export type Input<N extends ActName> = z.output<(typeof ACTS)[N]['schema']>;

const actOf = (name: ActName): Act => ACTS[name];

/** Does the act of a name as a call would. */
export const performAct = <N extends ActName>(tx: Handle, by: AdminActor, name: N, input: Input<N>) =>
  perform(tx, by, actOf(name), input);

/** Does the act of a name as a page would. */
export const performActShown = <N extends ActName>(
  tx: Handle,
  by: AdminActor,
  name: N,
  input: Input<N>,
  shown: string | null,
) => performIfShown(tx, by, actOf(name), input, shown);
