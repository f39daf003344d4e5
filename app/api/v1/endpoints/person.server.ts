import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { RANK_BONUS_STATES, RANK_IDS, REFERRAL_BONUS_STATES, SUPPORT_STATES, supportThread } from '#drizzle/schema';
import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { loadRanking } from '~/features/money/ranking/queries.server';
import { claimSchema } from '~/features/money/ranking/schema';
import { loadReferrals } from '~/features/money/referrals/queries.server';
import { documentName } from '~/features/people/kyc/files';
import { loadKycStanding } from '~/features/people/kyc/queries.server';
import { kycSchema } from '~/features/people/kyc/schema';
import { submitDocument, submitKyc } from '~/features/people/kyc/submitKyc.server';
import { findThread, listThreads } from '~/features/people/support/queries.server';
import { openSchema, writeSchema } from '~/features/people/support/schema';
import { openThread, writeInThread } from '~/features/people/support/writeToSupport.server';
import { loadNotificationsPage } from '~/features/site/dashboard/notifications.server';
import { markNewsRead } from '~/features/site/dashboard/readNews.server';
import { readNewsSchema } from '~/features/site/dashboard/schema';
import { line } from '~/platform/fields/line';
import { done, refuse } from '~/platform/result';
import { fileField } from '~/web/guard/call';
import { defineListCall, defineReadCall, defineWriteCall } from '../call.server';
import { changedOutput, id, isoOrNull, moneySchema, percentOf, text, time, toIsoTime, toMoney } from '../fields';

const personCallFields = { scope: 'account' } as const;
const lockOwnUser = ({ user }: { user: { id: string } }) => ({ users: [user.id] });

const createUploadField = (purpose: 'document' | 'message') =>
  fileField(purpose, line(100).describe('The ID of an uploaded file; the file itself in a multipart body'));

const threadSchema = z
  .object({
    id,
    kind: openSchema.shape.kind,
    subject: text,
    state: z.enum(SUPPORT_STATES),
    openedAt: time,
    answerBy: time.nullable(),
    answeredAt: time.nullable(),
  })
  .meta({ id: 'SupportThread' });

const toThreadAnswer = (thread: typeof supportThread.$inferSelect) => ({
  id: thread.id,
  kind: thread.kind,
  subject: thread.subject,
  state: thread.status,
  openedAt: toIsoTime(thread.openedAt),
  answerBy: isoOrNull(thread.answerBy),
  answeredAt: isoOrNull(thread.answeredAt),
});

const attachment = fileField(
  'message',
  line(100).optional().describe('A picture; the file itself in a multipart body'),
);

const SUPPORT_CALLS = [
  defineListCall({
    operation: 'listSupportThreads',
    path: 'support-threads',
    tag: 'Support',
    about: 'The support requests of the account, newest first.',
    input: z.object({ state: z.enum(SUPPORT_STATES).optional() }),
    output: threadSchema,
    answer: async ({ user, input: { state } }, { after, limit }) => {
      const only = and(state && eq(supportThread.status, state));
      const page = await listThreads(user.id, new URLSearchParams(after ? { after } : {}), { only, size: limit });
      return { rows: page.rows.map(toThreadAnswer), next: page.next };
    },
  }),
  defineReadCall({
    operation: 'getSupportThread',
    path: 'support-threads/{id}',
    tag: 'Support',
    about: 'One support request with its messages, oldest first.',
    input: z.object({ id }),
    output: z.object({
      thread: threadSchema,
      messages: z.array(z.object({ id, from: z.enum(['you', 'support']), text, at: time, fileId: id.nullable() })),
    }),
    example: { id: '$THREAD' },
    answer: async ({ user, input }) => {
      const found = await findThread(user.id, input.id);
      if (!found) return refuse('not-found', 'There is no such request.', 'id');
      const messages = found.messages.map((each) => ({
        id: each.id,
        from: each.administratorId === null ? ('you' as const) : ('support' as const),
        text: each.text,
        at: toIsoTime(each.at),
        fileId: each.file?.id ?? null,
      }));
      return done({ thread: toThreadAnswer(found.thread), messages });
    },
  }),
  defineWriteCall({
    ...personCallFields,
    operation: 'openSupportThread',
    path: 'support-threads',
    tag: 'Support',
    about: 'Creates a support request.',
    once: 'act',
    input: openSchema.omit({ page: true, attachment: true }).extend({ attachment }),
    output: changedOutput,
    example: { kind: 'question' as const, subject: 'A question', message: 'How long does a deposit take?' },
    forms: ['investor/support'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      const opened = await openThread(tx, user, { ...input, attachment: input.attachment || undefined });
      return opened.ok ? done({ answer: { id: opened.value.id } }) : opened;
    },
  }),
  defineWriteCall({
    ...personCallFields,
    operation: 'writeInSupportThread',
    path: 'support-threads/{id}/messages',
    tag: 'Support',
    about: 'Adds a message to a support request.',
    once: 'act',
    input: writeSchema.omit({ attachment: true }).extend({ attachment }),
    output: changedOutput,
    example: { id: '$THREAD', message: 'Thank you.' },
    forms: ['investor/supportThread'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      const written = await writeInThread(tx, user, { ...input, attachment: input.attachment || undefined });
      return written.ok ? done({ answer: { id: written.value.id } }) : written;
    },
  }),
];

const BONUS_CALLS = [
  defineListCall({
    operation: 'listReferrals',
    path: 'referrals',
    tag: 'Bonuses',
    about: 'The people who signed up with the account’s link, newest first.',
    output: z
      .object({
        id,
        firstName: text,
        lastName: text,
        email: text.describe('Masked'),
        since: time,
        bonus: moneySchema,
        waiting: moneySchema,
      })
      .meta({ id: 'Referral' }),
    answer: async ({ user }, { after, limit }) => {
      const { referred, next } = await loadReferrals(user, after, limit);
      const rows = referred.map(({ date, refBonus, waiting, ...friend }) => ({
        ...friend,
        since: toIsoTime(date),
        bonus: toMoney(refBonus),
        waiting: toMoney(waiting),
      }));
      return { rows, next };
    },
  }),
  defineReadCall({
    operation: 'getReferralBonuses',
    path: 'referral-bonuses',
    tag: 'Bonuses',
    about: 'The referral link, its terms, and the newest bonuses.',
    output: z.object({
      link: text,
      percent: z.number().describe('Of each deposit by referred people'),
      earned: moneySchema,
      waiting: moneySchema,
      friends: z.number().int(),
      bonuses: z.array(
        z.object({ id, at: time, friend: text, amount: moneySchema, state: z.enum(REFERRAL_BONUS_STATES), note: text }),
      ),
    }),
    answer: async ({ user }) => {
      const { link, rate, earned, waiting, friends, bonuses } = await loadReferrals(user);
      const shown = bonuses.map(({ at, amount, status: state, ...bonus }) => ({
        ...bonus,
        at: toIsoTime(at),
        amount: toMoney(amount),
        state,
      }));
      return done({
        link,
        percent: percentOf(rate),
        earned: toMoney(earned),
        waiting: toMoney(waiting),
        friends,
        bonuses: shown,
      });
    },
  }),
  defineReadCall({
    operation: 'getRanks',
    path: 'ranks',
    tag: 'Bonuses',
    about: 'The rank of the account, and the bonuses of all ranks.',
    output: z.object({
      rank: z.enum(RANK_IDS),
      counted: moneySchema.describe('The balance that determines the rank'),
      ranks: z.array(
        z.object({
          rank: z.enum(RANK_IDS),
          above: moneySchema,
          bonus: moneySchema,
          state: z.enum(['locked', ...RANK_BONUS_STATES]),
        }),
      ),
    }),
    answer: async ({ user }) => {
      const { rank, ranked, ranks } = await loadRanking(user.id);
      const shown = ranks.map(({ id: name, above, bonus, state }) => ({
        rank: name,
        above: toMoney(above),
        bonus: toMoney(bonus),
        state,
      }));
      return done({ rank: rank.id, counted: toMoney(ranked), ranks: shown });
    },
  }),
  defineWriteCall({
    ...personCallFields,
    operation: 'claimRankBonus',
    path: 'ranks/{rank}/claim',
    tag: 'Bonuses',
    about: 'Claims the bonus of a rank.',
    once: 'money',
    input: claimSchema,
    output: z.object({ amount: moneySchema }),
    example: { rank: 'silver' as const },
    forms: ['investor/ranking'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      const claimed = await claimRankBonus(tx, user, input);
      if (!claimed.ok) return claimed;
      return done({ journalId: claimed.value.journalId, answer: { amount: toMoney(BigInt(claimed.value.amount)) } });
    },
  }),
];

const IDENTITY_CALLS = [
  defineReadCall({
    operation: 'getIdentityCheck',
    path: 'identity-check',
    tag: 'Identity check',
    about: 'The state of the identity check.',
    output: z.object({
      state: z.enum(['none', 'submitted', 'approved', 'rejected']),
      submittedAt: time.nullable(),
      reason: text.nullable(),
      wanted: text.nullable().describe('The document that must be sent again, if any'),
    }),
    answer: async ({ user }) => {
      const { status, latest, wanted } = await loadKycStanding(user);
      return done({
        state: status,
        submittedAt: isoOrNull(latest?.documents.submittedAt ?? null),
        reason: latest?.documents.reason ?? null,
        wanted: wanted && documentName(wanted),
      });
    },
  }),
  defineWriteCall({
    ...personCallFields,
    operation: 'submitIdentityCheck',
    path: 'identity-check',
    tag: 'Identity check',
    about: 'Sends an identity document with its details.',
    once: 'act',
    input: kycSchema.omit({ document: true }).extend({ document: createUploadField('document') }),
    output: changedOutput,
    example: {
      firstName: 'Ann',
      lastName: 'Moss',
      email: '$EMAIL',
      country: 'Malta',
      state: 'Valletta',
      postalCode: 'VLT 1000',
      address: '1 Old Street',
      document: '@passport.pdf',
    },
    forms: ['investor/kyc'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      const sent = await submitKyc(tx, user, input);
      return sent.ok ? done({ answer: { id: sent.value.id } }) : sent;
    },
  }),
  defineWriteCall({
    ...personCallFields,
    operation: 'sendWantedDocument',
    path: 'identity-check/document',
    tag: 'Identity check',
    about: 'Sends the document that must be sent again.',
    once: 'act',
    input: z.object({ document: createUploadField('document') }),
    output: changedOutput,
    example: { document: '@passport.pdf' },
    forms: ['investor/kyc'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      const sent = await submitDocument(tx, user, input);
      return sent.ok ? done({ answer: { id: sent.value.id } }) : sent;
    },
  }),
];

const NOTIFICATION_CALLS = [
  defineListCall({
    operation: 'listNotifications',
    path: 'notifications',
    tag: 'Notifications',
    about: 'The notifications of the account, newest first.',
    output: z
      .object({ id, text, page: text.describe('The page that it is about'), at: time, readAt: time.nullable() })
      .meta({ id: 'Notification' }),
    answer: async ({ user }, { after, limit }) => {
      const { rows, next } = await loadNotificationsPage(user.id, after, limit);
      const shown = rows.map(({ href, at, readAt, ...news }) => ({
        ...news,
        page: href,
        at: toIsoTime(at),
        readAt: isoOrNull(readAt),
      }));
      return { rows: shown, next };
    },
  }),
  defineWriteCall({
    ...personCallFields,
    operation: 'readNotifications',
    path: 'notifications/read',
    tag: 'Notifications',
    about: 'Marks notifications as read, up to the given one.',
    once: 'act',
    input: readNewsSchema,
    output: z.object({ upTo: id }),
    example: { upTo: '$NOTIFICATION' },
    forms: ['investor/notifications', 'investor/dashboard#read'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      await markNewsRead(tx, user, input);
      return done({ answer: input });
    },
  }),
];

export const PERSON_CALLS = [...SUPPORT_CALLS, ...BONUS_CALLS, ...IDENTITY_CALLS, ...NOTIFICATION_CALLS];
