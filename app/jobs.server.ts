import { deposit, kyc, supportMessage, trader, user } from '#drizzle/schema';
import { alertChecks } from '~/alerts.server';
import { backUpWhenDue, describeMissingSchedule } from '~/backups/scheduledBackup.server';
import { adminJobs } from '~/features/backoffice/admin/jobs.server';
import { alertJobs } from '~/features/backoffice/alerts/alerts.server';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { quoteJobs } from '~/features/copying/quotes/pollQuotes.server';
import { signalJobs } from '~/features/copying/signals/jobs.server';
import { traderJobs } from '~/features/copying/traders/jobs.server';
import { planJobs } from '~/features/money/plans/jobs.server';
import { rankJobs } from '~/features/money/ranking/jobs.server';
import { chainJobs } from '~/features/money/reconciliation/chains/readNetworks.server';
import { referralJobs } from '~/features/money/referrals/jobs.server';
import { walletJobs } from '~/features/money/wallet/deposits/depositAddress.server';
import { authJobs } from '~/features/people/auth/jobs.server';
import { KYC_FILES } from '~/features/people/kyc/files';
import { kycJobs } from '~/features/people/kyc/jobs.server';
import { marketJobs } from '~/features/site/market/jobs.server';
import { webhookJobs } from '~/features/site/webhooks/sendWebhooks.server';
import { deliverMail } from '~/mail/deliver.server';
import { MAIL_JOB } from '~/mail/outbox.server';
import { deleteEndedSessions } from '~/signIns/session.server';
import { deleteUnfinishedUploads } from '~/uploads/inParts.server';
import { deleteUnusedUploads, type UploadUses } from '~/uploads/unused.server';
import { storeHead } from './ledger/proof/heads.server';
import { SEAL_JOB, sealNextBatch } from './ledger/proof/seal.server';
import { HOUR, MINUTE, SECOND } from './platform/clock';
import { describeIsolation } from './platform/installation/isolation.server';
import type { Job } from './platform/jobs/index.server';

export const UPLOAD_REFERENCES: UploadUses = {
  picture: [user.pictureFileId],
  document: KYC_FILES.map(({ column }) => kyc[column]),
  proof: [deposit.proofFileId],
  message: [supportMessage.fileId],
  trader: [trader.imageFileId],
  // Files of these forms are not needed once the form is done.
  log: [],
  statement: [],
};

export const JOBS: Job[] = [
  {
    name: MAIL_JOB,
    everyMs: 2 * SECOND,
    inMaintenance: true,
    long: true,
    run: () => deliverMail({}),
    idle: describeIsolation,
  },
  { name: SEAL_JOB, everyMs: 5 * SECOND, inMaintenance: true, run: () => sealNextBatch() },
  { name: 'heads', everyMs: MINUTE, inMaintenance: true, run: storeHead },
  ...planJobs,
  ...quoteJobs,
  // Run first, so that copies get the newest orders of their leaders.
  ...traderJobs,
  ...ownTradingJobs,
  ...copyJobs,
  ...authJobs,
  ...marketJobs,
  ...signalJobs,
  ...adminJobs,
  ...referralJobs,
  ...rankJobs,
  ...walletJobs,
  ...kycJobs,
  ...chainJobs,
  { name: 'unused-uploads', everyMs: HOUR, run: () => deleteUnusedUploads(UPLOAD_REFERENCES) },
  { name: 'broken-off-uploads', everyMs: HOUR, run: deleteUnfinishedUploads },
  {
    name: 'backups',
    everyMs: 5 * MINUTE,
    inMaintenance: true,
    run: backUpWhenDue,
    long: true,
    idle: describeMissingSchedule,
  },
  ...webhookJobs,
  ...alertJobs(alertChecks(() => JOBS)),
  { name: 'ended-sessions', everyMs: 10 * MINUTE, inMaintenance: true, run: deleteEndedSessions },
];
