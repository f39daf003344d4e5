import { deposit, kyc, supportMessage, trader, user } from '#drizzle/schema';
import { alertLooks } from '~/alerts.server';
import { backUpWhenDue, whyNoBackups } from '~/backups/scheduledBackup.server';
import { deliverMail } from '~/mail/deliver.server';
import { MAIL_JOB } from '~/mail/outbox.server';
import { forgetEndedSessions } from '~/signIns/session.server';
import { forgetBrokenOffUploads } from '~/uploads/inParts.server';
import { forgetUnusedUploads, type UploadUses } from '~/uploads/unused.server';
import { adminJobs } from './features/admin';
import { alertJobs } from './features/alerts';
import { authJobs } from './features/auth';
import { copyJobs } from './features/copy';
import { KYC_FILES, kycJobs } from './features/kyc';
import { ownTradingJobs } from './features/liveTrading';
import { marketJobs } from './features/market';
import { planJobs } from './features/plans';
import { quoteJobs } from './features/quotes';
import { rankJobs } from './features/ranking';
import { chainJobs } from './features/reconciliation';
import { referralJobs } from './features/referrals';
import { signalJobs } from './features/signals';
import { traderJobs } from './features/traders';
import { walletJobs } from './features/wallet';
import { storeHead } from './ledger/proof/heads.server';
import { SEALING, sealSome } from './ledger/proof/seal.server';
import { HOUR, MINUTE, SECOND } from './platform/clock';
import type { Job } from './platform/jobs/index.server';

export const UPLOAD_USES: UploadUses = {
  picture: [user.pictureFileId],
  document: KYC_FILES.map(({ column }) => kyc[column]),
  proof: [deposit.proofFileId],
  message: [supportMessage.fileId],
  trader: [trader.imageFileId],
  // Files of these forms are not needed after the form.
  log: [],
  statement: [],
};

/** All jobs, with their intervals. */
export const JOBS: Job[] = [
  {
    name: MAIL_JOB,
    everyMs: 2 * SECOND,
    inMaintenance: true,
    long: true,
    run: () => deliverMail({}),
  },
  { name: SEALING, everyMs: 5 * SECOND, inMaintenance: true, run: () => sealSome() },
  { name: 'heads', everyMs: MINUTE, inMaintenance: true, run: storeHead },
  ...planJobs,
  ...quoteJobs,
  // First, so that copies find what their leaders did.
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
  { name: 'unused-uploads', everyMs: HOUR, run: () => forgetUnusedUploads(UPLOAD_USES) },
  { name: 'broken-off-uploads', everyMs: HOUR, run: forgetBrokenOffUploads },
  { name: 'backups', everyMs: 5 * MINUTE, inMaintenance: true, run: backUpWhenDue, long: true, idle: whyNoBackups },
  ...alertJobs(alertLooks(() => JOBS)),
  { name: 'ended-sessions', everyMs: 10 * MINUTE, inMaintenance: true, run: forgetEndedSessions },
];
