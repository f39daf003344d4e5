export { BREAK as STATEMENT_BREAKS } from './breaks.server';
export { chainJobs, tryServers } from './chains/readNetworks.server';
export { takeLines } from './statements/takeLines.server';
