export { askToBeCopied } from './askToBeCopied.server';
export { acceptLeader } from './decideRequest.server';
export { ownRecord } from './record.server';
export { endBeingCopied } from './stopBeingCopied.server';
