/** Investors who are copied. */

import { acceptLeader } from '~/features/copying/beingCopied/decideRequest.server';
import { submitLeaderRequest } from '~/features/copying/beingCopied/submitLeaderRequest.server';
import { write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { must } from '../must';
import { makeAdmin, makeUser } from '../people/people';
import { giveRecord } from './ownTrading';

/** An investor with enough of a record who has applied to be copied; with the ID of the application. */
export async function makeAsking(): Promise<{ user: User; request: string }> {
  const user = await makeUser({ pdtUnlocked: true, country: 'Malta' }, { dollars: 10_000 });
  await giveRecord(user);
  const request = must(await write((tx) => submitLeaderRequest(tx, user, { minimum: 100_00n })));
  return { user, request: request.id };
}

/** Creates an investor who can be copied, as user and as trader. */
export async function makeCopied(): Promise<User> {
  const { user, request } = await makeAsking();
  const admin = createAdminActor((await makeAdmin()).id);
  must(await write((tx) => acceptLeader(tx, admin, request)));
  return user;
}
