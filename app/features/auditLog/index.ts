export { eventsOfUser, type NamedEvent, newestEvents } from './logs.server';
