export { accrueDue } from './accrueInvestments.server';
export { planJobs } from './jobs.server';
export { openInvestment } from './openInvestment.server';
export { planTitle } from './planTitle';
