import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { kyc, user } from '#drizzle/schema';
import { type QueueView, queueStretch } from '~/features/reviewQueue';
import { countOf } from '~/platform/db/countOf.server';
import { type Handle, prepared, read } from '~/platform/db/index.server';
import { countriesWith } from '~/platform/text/countries.server';
import type { User } from '~/signIns/session.server';
import { filesOf } from './internal/files.server';
import { papersOfSameDocument } from './internal/sameDocument.server';
import type { KycState } from './states';

const newestOf = prepared('kyc.newest', (handle) =>
  handle
    .select()
    .from(kyc)
    .where(eq(kyc.userId, sql.placeholder('user')))
    .orderBy(desc(kyc.submittedAt), desc(kyc.id))
    .limit(1),
);

/** The papers that a user sent last, or null. */
export async function latestKyc(handle: Handle, userId: string): Promise<typeof kyc.$inferSelect | null> {
  const [found] = await newestOf(handle, { user: userId });
  return found ?? null;
}

/** The papers that each of some users sent last, by user. */
export async function latestKycOf(userIds: string[]): Promise<Map<string, typeof kyc.$inferSelect>> {
  const rows = await read()
    .select()
    .from(kyc)
    .where(inArray(kyc.userId, userIds))
    .orderBy(asc(kyc.submittedAt), asc(kyc.id));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** What a user's own page shows: the state of their papers, what was sent, and what a form would begin with. */
export async function kycOf(user: User) {
  const papers = await latestKyc(read(), user.id);
  const status: KycState = papers?.status ?? 'none';
  const { firstName, lastName, email, country, state, postalCode, address } = papers ?? {
    ...user,
    postalCode: user.zipcode,
  };
  const texts = { firstName, lastName, email, country, state, postalCode, address };
  const defaults = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']));
  const files = papers ? ((await filesOf(read(), [papers])).get(papers.id) ?? []) : [];
  return { status, latest: papers && { papers, files }, defaults, countries: await countriesWith(country) };
}

/** Papers for an administrator: those to be decided, the oldest first, or all, the newest first. */
export async function kycQueue({ show, page }: QueueView) {
  const wanted = show === 'waiting' ? eq(kyc.status, 'submitted') : undefined;
  const { order, limit, offset } = queueStretch({ show, page }, kyc.submittedAt, kyc.id);
  const rows = await read()
    .select({
      papers: kyc,
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
    })
    .from(kyc)
    .innerJoin(user, eq(user.id, kyc.userId))
    .where(wanted)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const all = rows.map(({ papers }) => papers);
  const [files, same] = [await filesOf(read(), all), await papersOfSameDocument(read(), all)];
  return {
    rows: rows.map((row) => ({
      ...row,
      files: files.get(row.papers.id) ?? [],
      sameDocument: same.get(row.papers.id) ?? [],
    })),
    total: await countOf(read(), kyc, wanted),
  };
}
