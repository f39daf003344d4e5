export { openUpdates } from './stream.server';
export { type Told, type ToldSince, toldOf, toldSince } from './told.server';
