export { ALERT_FIGURES, alertJobs, openAlerts, whatIsOff } from './alerts.server';
export type { Looks, Off } from './kinds';
