export { AlertsTable, CallsTable } from './tables';
