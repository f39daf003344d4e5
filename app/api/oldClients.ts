/**
 * Lines for a page that was written for another server, whose administrator's calls carry no token: they keep the token that
 * `admin` answers and send it with each call that has none.
 * @param origin where the calls are
 */
export const keepAdminToken = (origin: string): string => `const plainFetch = window.fetch;
window.fetch = async (address, options = {}) => {
  const url = new URL(address, location.href);
  if (url.origin !== '${origin}') return plainFetch(address, options);
  const headers = new Headers(options.headers);
  const kept = sessionStorage.getItem('adminToken');
  if (kept && !headers.has('x-access-token')) headers.set('x-access-token', kept);
  const answer = await plainFetch(address, { ...options, headers });
  if (url.pathname === '/api/admin') {
    const { token } = await answer.clone().json();
    if (token) sessionStorage.setItem('adminToken', token);
  }
  return answer;
};`;
