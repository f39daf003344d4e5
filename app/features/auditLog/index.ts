export { aboutThing, eventsOfUser, type NamedEvent, newestEvents, withNames } from './logs.server';
export { thingCalled } from './sentences';
