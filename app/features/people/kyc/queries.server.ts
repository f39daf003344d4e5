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
import { papersOfSameDocument } from './internal/sameDocument.server';
import { SAME_DOCUMENT } from './risks';
import { type KycState, requestedDocumentOf, type ShownState, shownState } from './states';

type Papers = Pick<typeof kyc.$inferSelect, 'id' | (typeof KYC_FILES)[number]['column']>;

async function filesOf(handle: Reader, papers: readonly Papers[]) {
  const named = papers.flatMap((each) => KYC_FILES.flatMap(({ column }) => each[column] ?? []));
  const kept =
    named.length === 0
      ? []
      : await handle
          .select({ id: file.id, name: file.name, type: file.type })
          .from(file)
          .where(inArray(file.id, named));
  const byId = new Map(kept.map((each) => [each.id, each]));
  return new Map(
    papers.map((each) => [
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
  const papers = await latestKyc(read(), user.id);
  const status: KycState = papers?.status ?? 'none';
  const shown: ShownState = papers ? shownState(papers) : 'none';
  const { firstName, lastName, email, country, state, postalCode, address } = papers ?? {
    ...user,
    postalCode: user.zipcode,
  };
  const texts = { firstName, lastName, email, country, state, postalCode, address };
  const defaults = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']));
  const files = papers ? ((await filesOf(read(), [papers])).get(papers.id) ?? []) : [];
  return {
    status,
    shown,
    wanted: requestedDocumentOf(papers),
    latest: papers && { papers, files },
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
      .select({ papers: kyc, owner: QUEUE_OWNER, risks: risksOf(SOURCE) })
      .from(kyc)
      .innerJoin(user, eq(user.id, kyc.userId))
      .where(where),
  );
  const all = page.rows.map(({ papers }) => papers);
  const [files, same] = [await filesOf(read(), all), await papersOfSameDocument(read(), all)];
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      files: files.get(row.papers.id) ?? [],
      sameDocument: same.get(row.papers.id) ?? [],
    })),
  };
}

type QueuedPapers = Awaited<ReturnType<typeof kycQueue>>['rows'][number];

export const kycRow = ({ papers, owner, sameDocument, risks }: QueuedPapers): QueueRow => ({
  id: papers.id,
  owner,
  status: papers.status,
  shown: shownState(papers),
  since: papers.submittedAt,
  what: papers.country,
  risks: sameDocument.length > 0 && SOURCE.waits.includes(papers.status) ? [SAME_DOCUMENT, ...risks] : risks,
});

export const kycChoices = async (): Promise<QueueChoices> => choicesOf(SOURCE);
