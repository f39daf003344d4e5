export { eventsOfUser, newestEvents } from './logs.server';
