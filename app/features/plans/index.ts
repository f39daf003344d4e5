export { accrueDue } from './accrueInvestments.server';
export { endInvestmentEarly } from './endInvestmentEarly.server';
export { planJobs } from './jobs.server';
export { openInvestment } from './openInvestment.server';
export { investmentMachine } from './states';
