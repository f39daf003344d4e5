import type { z } from 'zod';
import { ACTS } from '~/acts.server';
import type { Act } from '~/features/backoffice/approvals/act';
import { perform, performIfShown } from '~/features/backoffice/approvals/perform.server';
import type { Handle } from '~/platform/db/index.server';
import type { AdminActor } from '~/platform/states';

export type ActName = keyof typeof ACTS;

/** Input of the act with this name. */
export type Input<N extends ActName> = z.output<(typeof ACTS)[N]['schema']>;

const actOf = (name: ActName): Act => ACTS[name];

/** Performs the act with this name as an API call does. */
export const performAct = <N extends ActName>(tx: Handle, by: AdminActor, name: N, input: Input<N>) =>
  perform(tx, by, actOf(name), input);

/** Performs the act with this name as a page does. */
export const performActShown = <N extends ActName>(
  tx: Handle,
  by: AdminActor,
  name: N,
  input: Input<N>,
  shown: string | null,
) => performIfShown(tx, by, actOf(name), input, shown);
