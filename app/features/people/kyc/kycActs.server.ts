import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { copy, kyc, user, withdrawal } from '#drizzle/schema';
import {
  type ActQueue,
  decisionSchema,
  defineSoloAct,
  type EffectDescription,
  reasonSchema,
} from '~/features/backoffice';
import { findAccountsOfPerson } from '~/features/people/persons/accountsOfPerson.server';
import { areDocumentsRequired } from '~/features/people/persons/documents.server';
import { countRows } from '~/platform/db/countRows.server';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { formatFullName } from '~/platform/fields/plainName';
import { dayText } from '~/platform/text/dayText';
import { findVerifiedUser, requireUser } from '~/signIns/userById.server';
import { approveKyc, rejectKyc, requestDocumentAgain, revokeKyc } from './decideKyc.server';
import { type DocumentColumn, documentName, KYC_FILES } from './files';
import { KYC_MAIL_SUBJECTS } from './internal/mail.server';
import { kycMachine } from './states';

type Decision = 'approve' | 'reject' | 'revoke' | 'ask-again';

const BONUS_EFFECTS: Record<Decision, string> = {
  approve: 'those that wait for this identity check no longer do',
  reject: 'keep waiting for an approved identity check',
  'ask-again': 'keep waiting for an approved identity check',
  revoke: 'wait from now on until another identity check is approved; what was paid stays',
};

async function describeEffects(tx: Handle, decision: Decision, userId: string): Promise<ChangedValue[]> {
  const copies = await countRows(tx, copy, and(eq(copy.userId, userId), inArray(copy.status, ['active', 'paused'])));
  const open = inArray(withdrawal.status, ['requested', 'approved']);
  const withdrawals = await countRows(tx, withdrawal, and(eq(withdrawal.userId, userId), open));
  const owner = await findVerifiedUser(tx, userId);
  return [
    {
      name: 'Bonuses',
      to: (await areDocumentsRequired(tx)) ? BONUS_EFFECTS[decision] : 'not affected',
    },
    { name: 'Copies', to: continuingText(copies) },
    { name: 'Withdrawals', to: continuingText(withdrawals) },
    { name: 'Mail', to: `“${KYC_MAIL_SUBJECTS[decision]}” to ${owner?.email ?? ''}` },
  ];
}

const continuingText = (count: number): string => (count === 0 ? 'none' : `${count}, not affected`);

async function listSamePerson(tx: Handle, userId: string): Promise<ChangedValue[]> {
  const others = [...(await findAccountsOfPerson(tx, userId))].filter((id) => id !== userId);
  if (others.length === 0) return [];
  const found = await verified(tx, user, inArray(user.id, others), asc(user.id));
  const names = found.map((each) => `${formatFullName(each)} (${each.email})`).join(', ');
  return [{ name: 'Other accounts of this person', to: `${names}; no bonus is paid between them` }];
}

const SOLO_REASON = 'it moves no money and changes no term';

const DECISION_TITLES: Record<Decision, string> = {
  approve: 'Approve the identity check of',
  reject: 'Reject the identity check of',
  revoke: 'Revoke the approval of the identity check of',
  'ask-again': 'Request one document again from',
};

const approveSchema = decisionSchema.extend({
  validUntil: z.iso.date('Enter a day, as in 2027-03-02').optional(),
});

const newDocumentSchema = reasonSchema.extend({
  paper: z.enum(KYC_FILES.map(({ column }) => column) as [DocumentColumn, ...DocumentColumn[]], 'Choose a document'),
});

const createDescription = (
  decision: Decision,
): EffectDescription<{ id: string; validUntil?: string; paper?: DocumentColumn }> => ({
  title: async (tx, { id }) => {
    const found = await findCheck(tx, id);
    return `${DECISION_TITLES[decision]} ${found ? await requireUser(tx, found.userId) : id}`;
  },
  details: async (tx, { id, validUntil, paper }) => {
    const found = await findCheck(tx, id);
    if (!found) return [];
    const until = validUntil ? `${dayText(new Date(validUntil))}; new documents are needed then` : 'no end date';
    return [
      ...(decision === 'approve' ? [{ name: 'Approved until', to: until }] : []),
      ...(paper ? [{ name: 'Asked for', to: `${documentName(paper)}; the rest is unchanged` }] : []),
      ...(await describeEffects(tx, decision, found.userId)),
    ];
  },
  reach: async (tx, { id }) => {
    const found = decision === 'approve' && (await findCheck(tx, id));
    return found ? await listSamePerson(tx, found.userId) : [];
  },
});

async function findCheck(tx: Handle, id: string) {
  const [found] = await verified(tx, kyc, eq(kyc.id, id));
  return found;
}

export const KYC_QUEUE: ActQueue = {
  path: '/admin/kyc',
  right: 'papers:decide',
  machine: kycMachine,
  table: kyc,
  decisions: {
    approve: defineSoloAct({
      event: 'approve',
      schema: approveSchema,
      run: (tx, by, { id, validUntil }) => approveKyc(tx, by, id, validUntil),
      toast: () => 'Identity check approved',
      alone: SOLO_REASON,
      confirmed: true,
      shows: createDescription('approve'),
    }),
    reject: defineSoloAct({
      event: 'reject',
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectKyc(tx, by, id, reason),
      toast: () => 'Identity check rejected',
      alone: SOLO_REASON,
      shows: createDescription('reject'),
    }),
    'ask-again': defineSoloAct({
      event: 'ask-again',
      schema: newDocumentSchema,
      run: (tx, by, { id, ...input }) => requestDocumentAgain(tx, by, id, input),
      toast: ({ paper }) => `${documentName(paper)} requested again`,
      alone: SOLO_REASON,
      shows: createDescription('ask-again'),
    }),
    revoke: defineSoloAct({
      event: 'revoke',
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => revokeKyc(tx, by, id, reason),
      toast: () => 'Approval of the identity check revoked',
      alone: SOLO_REASON,
      confirmed: true,
      shows: createDescription('revoke'),
    }),
  },
  about: async (tx, id) => {
    const found = await findCheck(tx, id);
    if (!found) return null;
    const { userId, status } = found;
    const title = await requireUser(tx, userId);
    return { title, userId, waits: status === 'submitted', called: 'your identity check', page: '/kyc' };
  },
  several: ['reject'],
  reasons: [
    'The picture is too dark or too small to be read',
    'The document has expired',
    'The name on the document is not the name of the account',
    'The proof of address is older than three months',
  ],
};
