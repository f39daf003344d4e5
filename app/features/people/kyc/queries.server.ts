import { and, asc, desc, eq, exists, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { file, KYC_STATES, kyc, user } from '#drizzle/schema';
import {
  choicesOf,
  highRisk,
  newAccount,
  QUEUE_OWNER,
  type QueueChoices,
  type QueueRow,
  type QueueSource,
  type QueueView,
  queuePage,
  risksOf,
  sharedUsualWait,
  usualWaitFor,
} from '~/features/backoffice';
import { prepared, type Reader, read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { KYC_FILES } from './files';
import { checksWithSameDocument } from './internal/sameDocument.server';
import { SAME_DOCUMENT } from './risks';
import { type KycState, requestedDocumentOf, type ShownState, shownState } from './states';

type IdentityCheck = Pick<typeof kyc.$inferSelect, 'id' | (typeof KYC_FILES)[number]['column']>;

async function filesOf(handle: Reader, documents: readonly IdentityCheck[]) {
  const named = documents.flatMap((each) => KYC_FILES.flatMap(({ column }) => each[column] ?? []));
  const kept =
    named.length === 0
      ? []
      : await handle
          .select({ id: file.id, name: file.name, type: file.type })
          .from(file)
          .where(inArray(file.id, named));
  const byId = new Map(kept.map((each) => [each.id, each]));
  return new Map(
    documents.map((each) => [
      each.id,
      KYC_FILES.flatMap(({ column, shows }) => {
        const found = byId.get(each[column] ?? '');
        return found ? { ...found, shows } : [];
      }),
    ]),
  );
}

const newestOf = prepared('kyc.newest', (handle) =>
  handle
    .select()
    .from(kyc)
    .where(eq(kyc.userId, sql.placeholder('user')))
    .orderBy(desc(kyc.submittedAt), desc(kyc.id))
    .limit(1),
);

const AWAITED = { 'KYC submission': ['approve', 'reject', 'ask-again'] };

export const usualKycWait = (): Promise<string | null> => sharedUsualWait(AWAITED);

export const kycWait = (handle: Reader): Promise<string | null> => usualWaitFor(handle, AWAITED);

export async function latestKyc(handle: Reader, userId: string): Promise<typeof kyc.$inferSelect | null> {
  const [found] = await newestOf(handle, { user: userId });
  return found ?? null;
}

export async function latestKycOf(userIds: string[]): Promise<Map<string, typeof kyc.$inferSelect>> {
  const rows = await read()
    .select()
    .from(kyc)
    .where(inArray(kyc.userId, userIds))
    .orderBy(asc(kyc.submittedAt), asc(kyc.id));
  return new Map(rows.map((row) => [row.userId, row]));
}

export async function kycOf(user: User) {
  const documents = await latestKyc(read(), user.id);
  const status: KycState = documents?.status ?? 'none';
  const shown: ShownState = documents ? shownState(documents) : 'none';
  const { firstName, lastName, email, country, state, postalCode, address } = documents ?? {
    ...user,
    postalCode: user.zipcode,
  };
  const texts = { firstName, lastName, email, country, state, postalCode, address };
  const defaults = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']));
  const files = documents ? ((await filesOf(read(), [documents])).get(documents.id) ?? []) : [];
  return {
    status,
    shown,
    wanted: requestedDocumentOf(documents),
    latest: documents && { documents, files },
    defaults,
  };
}

const sentBefore = alias(kyc, 'sent_before');

const endedBefore = (how: SQL): SQL =>
  exists(
    read()
      .select({ one: sql`1` })
      .from(sentBefore)
      .where(and(eq(sentBefore.userId, kyc.userId), eq(sentBefore.status, 'rejected'), ne(sentBefore.id, kyc.id), how)),
  );

const SOURCE: QueueSource = {
  table: kyc,
  id: kyc.id,
  userId: kyc.userId,
  status: kyc.status,
  at: kyc.submittedAt,
  states: KYC_STATES,
  waits: ['submitted'],
  risks: {
    revoked: { label: 'Revoked before', is: () => endedBefore(eq(sentBefore.endedBy, 'revoke')) },
    'high-risk': highRisk(kyc.userId),
    again: { label: 'Rejected before', is: () => endedBefore(isNull(sentBefore.endedBy)) },
    'asked-again': { label: 'One document sent again', is: () => endedBefore(eq(sentBefore.endedBy, 'ask-again')) },
    'new-account': newAccount(kyc.userId),
  },
};

export async function kycQueue(view: QueueView, only?: string) {
  const page = await queuePage(SOURCE, view, only, (where) =>
    read()
      .select({ documents: kyc, owner: QUEUE_OWNER, risks: risksOf(SOURCE) })
      .from(kyc)
      .innerJoin(user, eq(user.id, kyc.userId))
      .where(where),
  );
  const all = page.rows.map(({ documents }) => documents);
  const [files, same] = [await filesOf(read(), all), await checksWithSameDocument(read(), all)];
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      files: files.get(row.documents.id) ?? [],
      sameDocument: same.get(row.documents.id) ?? [],
    })),
  };
}

type QueuedDocuments = Awaited<ReturnType<typeof kycQueue>>['rows'][number];

export const kycRow = ({ documents, owner, sameDocument, risks }: QueuedDocuments): QueueRow => ({
  id: documents.id,
  owner,
  status: documents.status,
  shown: shownState(documents),
  since: documents.submittedAt,
  what: documents.country,
  risks: sameDocument.length > 0 && SOURCE.waits.includes(documents.status) ? [SAME_DOCUMENT, ...risks] : risks,
});

export const kycChoices = async (): Promise<QueueChoices> => choicesOf(SOURCE);
