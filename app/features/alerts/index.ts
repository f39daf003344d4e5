export { ALERT_FIGURES, alertJobs, openAlerts } from './alerts.server';
export type { Looks, Off } from './kinds';
