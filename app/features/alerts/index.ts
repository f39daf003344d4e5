export { ALERT_FIGURES, alertJobs, isOpenAlert, whatIsOff } from './alerts.server';
export type { Looks, Off } from './kinds';
