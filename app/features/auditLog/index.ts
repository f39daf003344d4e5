export { freezesTold, type ToldFreeze } from './freezes.server';
export { aboutThing, eventsOfUser, type NamedEvent, newestEvents, withNames } from './logs.server';
export { thingCalled } from './sentences';
