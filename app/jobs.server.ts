import { authJobs } from './features/auth';
import { copyJobs } from './features/copy';
import { marketJobs } from './features/market';
import { planJobs } from './features/plans';
import { payWaitingReferralBonuses } from './features/referrals';
import { sealSome } from './ledger/seal.server';
import { MINUTE, SECOND } from './platform/clock';
import type { Job } from './platform/jobs/index.server';
import { deliverMail } from './platform/mail/deliver.server';
import { forgetEndedSessions } from './platform/session.server';

/** Everything that happens by itself, and how often it is looked at. */
export const JOBS: Job[] = [
  { name: 'mail', everyMs: 2 * SECOND, run: () => deliverMail({}) },
  { name: 'seals', everyMs: 5 * SECOND, run: sealSome },
  ...planJobs,
  ...copyJobs,
  ...authJobs,
  ...marketJobs,
  { name: 'waiting-bonuses', everyMs: 10 * SECOND, run: payWaitingReferralBonuses },
  { name: 'ended-sessions', everyMs: 10 * MINUTE, run: forgetEndedSessions },
];
