import { and, asc, desc, eq, inArray, max } from 'drizzle-orm';
import { administrator, event, session, staffInvitation, twoFactor } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { read } from '~/platform/db/index.server';

const MEMBER_COLUMNS = {
  id: administrator.id,
  name: administrator.name,
  email: administrator.email,
  role: administrator.role,
  disabledAt: administrator.disabledAt,
  createdAt: administrator.createdAt,
  factorSince: twoFactor.enabledAt,
};

const selectMembers = () =>
  read().select(MEMBER_COLUMNS).from(administrator).leftJoin(twoFactor, eq(twoFactor.subjectId, administrator.id));

type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];
export type StaffMember = Awaited<ReturnType<typeof addLastSeen>>[number];

async function addLastSeen(found: MemberRow[]) {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const seen = await read()
    .select({ id: session.subjectId, at: max(session.lastSeenAt) })
    .from(session)
    .where(inArray(session.subjectId, ids))
    .groupBy(session.subjectId);
  const signedIn = await read()
    .select({ id: event.thingId, at: max(event.at) })
    .from(event)
    .where(and(eq(event.thing, 'administrator'), eq(event.event, 'sign-in'), inArray(event.thingId, ids)))
    .groupBy(event.thingId);
  return found.map((each) => {
    const at = [...seen, ...signedIn].filter(({ id }) => id === each.id).map((known) => known.at?.getTime() ?? 0);
    const latest = Math.max(0, ...at);
    return { ...each, lastSeenAt: latest > 0 ? new Date(latest) : null };
  });
}

export async function listStaff() {
  const found = await addLastSeen(await selectMembers().orderBy(asc(administrator.name), asc(administrator.id)));
  const invitations = await read()
    .select()
    .from(staffInvitation)
    .where(eq(staffInvitation.status, 'open'))
    .orderBy(desc(staffInvitation.createdAt));
  const time = systemNow();
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return {
    staff: [...found.filter(({ disabledAt }) => !disabledAt), ...found.filter(({ disabledAt }) => disabledAt)],
    invitations: invitations.map(({ id, name, email, role, invitedBy, expiresAt }) => {
      const isOver = expiresAt <= time;
      return { id, name, email, role, inviter: names.get(invitedBy) ?? '', expiresAt, isOver };
    }),
  };
}

export async function findStaffMember(id: string): Promise<StaffMember | null> {
  const [found] = await addLastSeen(await selectMembers().where(eq(administrator.id, id)));
  return found ?? null;
}
