import { z } from 'zod';
import type { Act, Fields, SoloAct } from '~/features/backoffice/approvals/act';
import { type Performed, performAlone, performIfShown } from '~/features/backoffice/approvals/perform.server';
import { getOwnerLocks, type OwnedTable } from '~/features/backoffice/reviewQueue/decisionLocks.server';
import { confirmAdministrator } from '~/features/people/twofactor/confirmAdministrator.server';
import { rehearse, type WriteLocks, write } from '~/platform/db/index.server';
import { codeField } from '~/platform/fields/line';
import { done, type Preview, type Result, refuse } from '~/platform/result';
import { type AdminActor, createAdminActor } from '~/platform/states';
import type { Right } from '~/signIns/rights';
import type { StaffKeyHolder, V1Call, V1Request } from './call.server';
import { amountFor, text } from './fields';

/* Decisions of administrators as calls. Each is an act, with the same effect that its page shows. */

const effectSchema = z
  .object({
    effect: text.describe('Send it with the decision, which is refused if its effect has changed'),
    title: text,
    lines: z.array(z.object({ name: text, from: text.nullable(), to: text })),
    needsReason: z.boolean(),
    needsTwo: z.array(text).describe('Why it waits for a second administrator; otherwise empty'),
  })
  .meta({ id: 'Effect' });

const decisionOutputSchema = z
  .object({
    state: z.enum(['previewed', 'done', 'waits']).describe('`waits` for a second administrator'),
    message: text,
    id: text.nullable().describe('What was created or changed, or the request for a second administrator'),
    preview: effectSchema.nullable(),
  })
  .meta({ id: 'Decision' });

/** Answer of a call that decides. */
export type Decision = z.input<typeof decisionOutputSchema>;

/** Fields that are dollars in forms, and amounts with a currency in calls. */
const DOLLAR_FIELDS = new Set(['amount', 'received', 'capital', 'minimumCapital']);

const DECISION_FIELDS = {
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .transform((input) => input === 'true')
    .describe('Returns the effect without executing it'),
  otp: codeField().optional().describe('A code of the authenticator app, unless one was sent in the last five minutes'),
  effect: z.string().max(100).optional().describe('As returned by the dry run'),
};

type DecisionCallOptions = Pick<V1Call, 'operation' | 'path' | 'tag' | 'about' | 'forms'> & {
  act: Act | SoloAct;
  right: Right;
  /** Table of the rows to decide, needed to lock their owners. Without it, the call runs exclusively. */
  table?: OwnedTable;
  /** Field names that differ from those of the act; null omits a field. */
  names?: Readonly<Record<string, string | null>>;
  example?: Record<string, unknown>;
  /** Task to run after the decision, such as a job that makes its effect visible at once. */
  follow?: () => Promise<unknown>;
};

const hasShownEffect = (act: Act | SoloAct): boolean => !('alone' in act) || act.shows !== undefined;
const isCodeRequired = (act: Act | SoloAct): boolean => !('alone' in act) || act.confirmed === true;

function toAmountField(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional) return amountFor(field.unwrap() as z.ZodType<unknown, string>).optional();
  return amountFor(field as z.ZodType<unknown, string>);
}

/** Returns the input of an act's call: the fields of its form, with the names of this API. */
function inputOf(act: Act | SoloAct, names: NonNullable<DecisionCallOptions['names']>): z.ZodObject {
  const { schema } = act;
  const of = (schema instanceof z.ZodPipe ? schema.in : schema) as z.ZodObject;
  const { effect, otp, dryRun } = DECISION_FIELDS;
  const own = { dryRun, ...(hasShownEffect(act) && { effect }), ...(isCodeRequired(act) && { otp }) };
  const known = (name: string) => (name in names ? names[name] : name);
  const shape = Object.entries(of.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const called = known(name);
    return called ? [[called, DOLLAR_FIELDS.has(called) ? toAmountField(field) : field] as const] : [];
  });
  const isPlain = shape.every(([name, field]) => of.shape[name] === field) && Object.keys(names).length === 0;
  // `safeExtend` preserves the schema's checks that span several fields.
  return (isPlain ? of.safeExtend(own) : z.object({ ...Object.fromEntries(shape), ...own })).strict();
}

const decidedAnswer = (ran: Performed) => ({
  state: ran.pending ? ('waits' as const) : ('done' as const),
  message: ran.toast,
  id: ran.pending ?? ran.id ?? null,
  preview: null,
});

const previewAnswer = ({ digest, title, lines, needsReason, why }: Preview): z.input<typeof effectSchema> => ({
  effect: digest,
  title,
  lines: lines.map(({ name, from = null, to }) => ({ name, from, to })),
  needsReason,
  needsTwo: why,
});

async function previewDecision(
  by: AdminActor,
  act: Act | SoloAct,
  input: Fields,
  locks: WriteLocks | undefined,
): Promise<Result<z.input<typeof decisionOutputSchema>>> {
  const previewed = { state: 'previewed' as const, id: null };
  if (!hasShownEffect(act)) {
    const tried = await write((tx) => rehearse(tx, () => performAlone(tx, by, act, input)), locks);
    return tried.ok ? done({ ...previewed, message: tried.value.toast, preview: null }) : tried;
  }
  const refused = await write((tx) => performIfShown(tx, by, act, input, null), locks);
  if (refused.ok) throw new Error(`${act.event} was done before it was shown`);
  const { preview: shown, message } = refused.error;
  return shown ? done({ ...previewed, message, preview: previewAnswer(shown) }) : refused;
}

/**
 * Defines the call of an administrator's decision. With `dryRun` it answers the effect, to which the decision can be
 * bound.
 */
export function defineDecisionCall({
  act,
  right,
  table,
  names = {},
  example = {},
  follow,
  ...row
}: DecisionCallOptions): V1Call {
  const called = Object.fromEntries(Object.entries(names).flatMap(([of, name]) => (name ? [[name, of]] : [])));
  return {
    ...row,
    method: 'POST',
    scope: right,
    once: 'alone' in act ? 'act' : 'money',
    input: inputOf(act, names),
    inQuery: ['dryRun'],
    ofConfirmation: ['dryRun', 'otp', ...(hasShownEffect(act) ? ['effect'] : [])],
    output: decisionOutputSchema,
    example,
    handle: async (options, { once }) => {
      const here = options as unknown as V1Request<Fields> & StaffKeyHolder;
      const { administrator, address, keyHash: sessionHash } = here;
      const { dryRun, effect, otp, ...fields } = here.input;
      const seen = hasShownEffect(act) ? ((effect as string | undefined) ?? null) : null;
      // Requests for a second administrator have their own field `effect`.
      const sent = hasShownEffect(act) || effect === undefined ? fields : { ...fields, effect };
      const named = Object.fromEntries(Object.entries(sent).map(([name, value]) => [called[name] ?? name, value]));
      // Parses the lines of a file here, because the schema converts them into the input.
      const read = act.schema instanceof z.ZodPipe ? await act.schema.safeParseAsync(named) : null;
      if (read?.error) return refuse('bad-input', read.error.issues[0]?.message ?? '', 'text');
      const input = (read?.data as Fields | undefined) ?? named;
      const by = createAdminActor(administrator.id);
      const locks = table && (await getOwnerLocks(table, [String(input.id)]));
      if (dryRun) return await previewDecision(by, act, input, locks);
      const confirm = isCodeRequired(act)
        ? () => confirmAdministrator({ administrator, sessionHash, address }, otp as string | undefined)
        : undefined;
      const answer = await once(
        async (tx) => {
          const ran = await performIfShown(tx, by, act, input, seen);
          return ran.ok ? done({ journalId: ran.value.journalId, answer: decidedAnswer(ran.value) }) : ran;
        },
        { locks, confirm },
      );
      if (answer.ok) await follow?.();
      return answer;
    },
  };
}
