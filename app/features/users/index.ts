export { setVerified } from './setVerified.server';
export { TAG_EVENTS } from './tags.server';
export { takeOverResets } from './takeOverResets.server';
