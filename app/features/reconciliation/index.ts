export { chainJobs, tryServers } from './chains/readNetworks.server';
export { takeLines } from './statements/takeLines.server';
