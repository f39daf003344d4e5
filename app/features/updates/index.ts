export { openUpdates } from './stream.server';
export { type Told, toldOf } from './told.server';
