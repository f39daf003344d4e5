/** Returns the chosen theme; null follows the browser. The cookie is unsigned, since caches key on it. */
export function readTheme(request: globalThis.Request): 'dark' | 'light' | null {
  const chosen = /(?:^|; )theme=(dark|light)(?:;|$)/.exec(request.headers.get('Cookie') ?? '')?.[1];
  return (chosen as 'dark' | 'light' | undefined) ?? null;
}

export function themeCookie(chosen: string): string {
  const known = chosen === 'dark' || chosen === 'light';
  return `theme=${known ? chosen : ''}; Path=/; SameSite=Lax; Max-Age=${known ? 31_536_000 : 0}`;
}
