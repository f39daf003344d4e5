/**
 * Returns a script for pages of older clients, whose administrator calls carry no token. The script stores the token
 * that the `admin` call returns, and sends it with later calls.
 */
export const adminTokenScript = (origin: string): string => `{
  const isOurs = (address) => new URL(address).origin === '${origin}';
  const isSignIn = (address) => isOurs(address) && new URL(address).pathname === '/api/admin';
  const header = 'x-access-token';
  const kept = () => sessionStorage.getItem('adminToken');
  const keep = ({ token }) => {
    if (!token) return;
    if (!kept()) setTimeout(() => location.reload(), 1000);
    sessionStorage.setItem('adminToken', token);
  };
  const forget = () => sessionStorage.removeItem('adminToken');

  const plainFetch = window.fetch;
  window.fetch = async (...asked) => {
    const request = new Request(...asked);
    const isAdded = isOurs(request.url) && kept() && !request.headers.has(header);
    if (isAdded) request.headers.set(header, kept());
    const answer = await plainFetch(request);
    if (isAdded && answer.status === 401) forget();
    if (isSignIn(request.url) && answer.ok) keep(await answer.clone().json());
    return answer;
  };

  const { open, setRequestHeader, send } = XMLHttpRequest.prototype;
  Object.assign(XMLHttpRequest.prototype, {
    open(method, address, ...more) {
      this.asked = new URL(address, location.href).href;
      this.hasToken = false;
      open.call(this, method, address, ...more);
    },
    setRequestHeader(name, value) {
      this.hasToken ||= name.toLowerCase() === header;
      setRequestHeader.call(this, name, value);
    },
    send(body) {
      if (isOurs(this.asked) && kept() && !this.hasToken) {
        this.setRequestHeader(header, kept());
        this.addEventListener('load', () => this.status === 401 && forget());
      }
      if (isSignIn(this.asked)) {
        this.addEventListener('load', () => {
          if (this.status === 200) keep(this.responseType === 'json' ? this.response : JSON.parse(this.responseText));
        });
      }
      send.call(this, body);
    },
  });
}`;
