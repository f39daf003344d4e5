export { openUpdates } from './stream.server';
export { type ToldSince, toldOf, toldSince, type Update } from './told.server';
