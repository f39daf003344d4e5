import { eq } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { CHANGES_CHECK_INTERVAL_MS, checkBooksDaily, checkChanges, monthJobs } from '~/features/money';
import { ADMIN_SIGN_IN_PURPOSE, mailWrongPasswords } from '~/features/people';
import { HOUR, MINUTE } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { Job } from '~/platform/jobs/index.server';
import { claimBursts } from '~/signIns/throttle.server';

export async function notifyAdministratorsOfWrongPasswords(): Promise<boolean> {
  await write(async (tx) => {
    for (const { account, failures } of await claimBursts(tx, ADMIN_SIGN_IN_PURPOSE)) {
      const [owner] = await verified(tx, administrator, eq(administrator.email, account));
      if (owner)
        await mailWrongPasswords(tx, owner, {
          failures,
          action: { label: 'See your sign-in', path: '/admin/security' },
        });
    }
  });
  return false;
}

export const adminJobs: Job[] = [
  { name: 'books', everyMs: HOUR, inMaintenance: true, run: checkBooksDaily },
  // The job is marked as long, because it checks all books after a finding.
  { name: 'books-changed', everyMs: CHANGES_CHECK_INTERVAL_MS, inMaintenance: true, run: checkChanges, long: true },
  ...monthJobs,
  { name: 'administrators-tries', everyMs: MINUTE, inMaintenance: true, run: notifyAdministratorsOfWrongPasswords },
];
