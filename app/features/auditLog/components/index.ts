export { EventsTable } from './EventsTable';
