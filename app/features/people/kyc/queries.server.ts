import { and, asc, desc, eq, exists, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { file, KYC_STATES, kyc, user } from '#drizzle/schema';
import {
  isNewAccount,
  isRatedHighRisk,
  listFilterChoices,
  QUEUE_OWNER,
  type QueueChoices,
  type QueueRow,
  type QueueSource,
  type QueueView,
  readQueuePage,
  readSharedUsualWait,
  readUsualWait,
  selectRisks,
} from '~/features/backoffice';
import { prepared, type Reader, read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { KYC_FILES } from './files';
import { checksWithSameDocument } from './internal/sameDocument.server';
import { SAME_DOCUMENT_LABEL } from './risks';
import { type DisplayedState, getDisplayedState, type KycState, requestedDocumentOf } from './states';

type IdentityCheck = Pick<typeof kyc.$inferSelect, 'id' | (typeof KYC_FILES)[number]['column']>;

async function filesOf(handle: Reader, documents: readonly IdentityCheck[]) {
  const named = documents.flatMap((each) => KYC_FILES.flatMap(({ column }) => each[column] ?? []));
  const stored =
    named.length === 0
      ? []
      : await handle
          .select({ id: file.id, name: file.name, type: file.type })
          .from(file)
          .where(inArray(file.id, named));
  const byId = new Map(stored.map((each) => [each.id, each]));
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

const selectNewest = prepared('kyc.newest', (handle) =>
  handle
    .select()
    .from(kyc)
    .where(eq(kyc.userId, sql.placeholder('user')))
    .orderBy(desc(kyc.submittedAt), desc(kyc.id))
    .limit(1),
);

const DECISION_EVENTS = { 'KYC submission': ['approve', 'reject', 'ask-again'] };

export const getUsualKycWait = (): Promise<string | null> => readSharedUsualWait(DECISION_EVENTS);

export const getKycWait = (handle: Reader): Promise<string | null> => readUsualWait(handle, DECISION_EVENTS);

export async function findLatestKyc(handle: Reader, userId: string): Promise<typeof kyc.$inferSelect | null> {
  const [found] = await selectNewest(handle, { user: userId });
  return found ?? null;
}

export async function findLatestKycByUser(userIds: string[]): Promise<Map<string, typeof kyc.$inferSelect>> {
  const rows = await read()
    .select()
    .from(kyc)
    .where(inArray(kyc.userId, userIds))
    .orderBy(asc(kyc.submittedAt), asc(kyc.id));
  return new Map(rows.map((row) => [row.userId, row]));
}

export async function loadKycStanding(user: User) {
  const documents = await findLatestKyc(read(), user.id);
  const status: KycState = documents?.status ?? 'none';
  const shown: DisplayedState = documents ? getDisplayedState(documents) : 'none';
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

const earlierKyc = alias(kyc, 'sent_before');

const hasEarlierEndedBy = (how: SQL): SQL =>
  exists(
    read()
      .select({ one: sql`1` })
      .from(earlierKyc)
      .where(and(eq(earlierKyc.userId, kyc.userId), eq(earlierKyc.status, 'rejected'), ne(earlierKyc.id, kyc.id), how)),
  );

const KYC_QUEUE_SOURCE: QueueSource = {
  table: kyc,
  id: kyc.id,
  userId: kyc.userId,
  status: kyc.status,
  at: kyc.submittedAt,
  states: KYC_STATES,
  waits: ['submitted'],
  risks: {
    revoked: { label: 'Revoked before', is: () => hasEarlierEndedBy(eq(earlierKyc.endedBy, 'revoke')) },
    'high-risk': isRatedHighRisk(kyc.userId),
    again: { label: 'Rejected before', is: () => hasEarlierEndedBy(isNull(earlierKyc.endedBy)) },
    'asked-again': {
      label: 'One document sent again',
      is: () => hasEarlierEndedBy(eq(earlierKyc.endedBy, 'ask-again')),
    },
    'new-account': isNewAccount(kyc.userId),
  },
};

export async function loadKycQueue(view: QueueView, only?: string) {
  const page = await readQueuePage(KYC_QUEUE_SOURCE, view, only, (where) =>
    read()
      .select({ documents: kyc, owner: QUEUE_OWNER, risks: selectRisks(KYC_QUEUE_SOURCE) })
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

type QueuedDocuments = Awaited<ReturnType<typeof loadKycQueue>>['rows'][number];

export const toKycRow = ({ documents, owner, sameDocument, risks }: QueuedDocuments): QueueRow => ({
  id: documents.id,
  owner,
  status: documents.status,
  shown: getDisplayedState(documents),
  since: documents.submittedAt,
  what: documents.country,
  risks:
    sameDocument.length > 0 && KYC_QUEUE_SOURCE.waits.includes(documents.status)
      ? [SAME_DOCUMENT_LABEL, ...risks]
      : risks,
});

export const listKycChoices = async (): Promise<QueueChoices> => listFilterChoices(KYC_QUEUE_SOURCE);
