/** Pattern of a PostgreSQL address: user and password, hosts, and the rest. */
const ADDRESS_PATTERN = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/i;

/** Returns the address of each server of a `url` with several hosts (`postgres://user:password@one:5432,two:5432/db`). */
export function splitServers(url: string): string[] {
  const [, before, hosts, rest] = ADDRESS_PATTERN.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** Returns the parts of a PostgreSQL address that may be shown: hosts, ports and the database's name. */
export function describeAddress(url: string): string {
  const [, , hosts = '', rest = ''] = ADDRESS_PATTERN.exec(url) ?? [];
  return `${hosts}${rest.replace(/[?#].*$/, '')}`;
}
