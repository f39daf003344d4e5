/*
 * A client as they were written for another server: its library throws on any HTTP status but 2xx, it compares the status of
 * bodies, prints fields as they come, and sends an administrator's calls without a token. What a person would read is in the list
 * on the page. With `?admin` it is an administrator's page, which asks for the users as it opens, signed in or not.
 */
const api = new URLSearchParams(location.search).get('api');

async function request(path, body, token = localStorage.getItem('token')) {
  const headers = { 'Content-Type': 'application/json', ...(token && { 'x-access-token': token }) };
  const answer = await fetch(api + path, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Request failed with status code ${answer.status}`);
  return await answer.json();
}

/** An administrator's call: by a library over XMLHttpRequest, and without a token. */
const asAdministrator = (path, body) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', api + path, true);
    call.setRequestHeader('Content-Type', 'application/json');
    call.onload = () =>
      call.status < 300
        ? resolve(JSON.parse(call.responseText))
        : reject(new Error(`Request failed with status code ${call.status}`));
    call.onerror = () => reject(new Error('Network Error'));
    call.send(JSON.stringify(body));
  });

function say(text) {
  document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: text }));
}

const LATER = 'Something went wrong. Please try again.';

const client = {
  async register(form) {
    const answer = await request('/api/register', form).catch(() => ({ status: 'thrown', message: LATER }));
    if (answer.status === 'ok') localStorage.setItem('token', answer.token);
    say(answer.status === 'ok' ? 'Account successfully created!' : answer.message);
  },
  async verify(path) {
    const answer = await request(path).catch(() => ({}));
    say(answer.status === 200 ? 'Email verified successfully' : 'sorry, Link has expired');
  },
  async login(form) {
    const answer = await request('/api/login', { ...form, rememberme: true }).catch(() => null);
    if (!answer) return say(LATER);
    if (answer.status === 'ok') localStorage.setItem('token', answer.token);
    const sentMails = {
      ok: 'Signed in successfully',
      400: 'Error! Email not verified',
      401: 'Warning! Incorrect password',
    };
    say(sentMails[answer.status] ?? 'User does not exist');
  },
  async profile(fields) {
    const answer = await request('/api/updateUserData', fields);
    say(
      answer.status === 200 ? 'Profile successfully updated' : answer.status === 400 ? 'No changes were made' : LATER,
    );
  },
  async deposit(amount, method) {
    const answer = await request('/api/sendproof', { amount, method });
    say(answer.status === 200 ? `${answer.name}: ${answer.subject}` : 'internal server error');
  },
  async invest(amount, plan, percent, duration) {
    const answer = await request('/api/invest', { amount, plan, percent, duration });
    say(answer.status === 'ok' ? `invested $${answer.amount}` : answer.message);
  },
  async copy(trader) {
    const answer = await request('/api/copytrade', { trader });
    say(answer.message);
  },
  async withdraw(WithdrawAmount, method, wallet) {
    const answer = await request('/api/withdraw', { WithdrawAmount, method, wallet });
    say(answer.status === 'ok' ? 'kindly wait for few minutes to be approved by management' : answer.withdrawMessage);
  },
  async account() {
    const user = await request('/api/getData');
    const rows = [...user.deposit, ...user.transaction].map(
      ({ type, amount, balance }) => `${type} $${amount} $${balance}`,
    );
    const paid = user.withdraw.map(({ amount }) => `approved $${amount}`);
    const trades = user.trades.map(({ pair, amount, tradeType }) => `${pair} $${amount} ${tradeType}`);
    const { firstname: name, funded, country, state, kycStatus, kycRejectionReason } = user;
    return { name, funded, country, state, kycStatus, kycRejectionReason, rows, paid, trades };
  },
  /** Its pictures are kept on another site. */
  async kyc(fields) {
    const answer = await request('/api/submitKYC', fields);
    say(answer.status === 'ok' ? 'KYC Submitted!' : answer.message);
  },
  async kycWithPictures(fields, picture) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const file = await (await fetch(picture)).blob();
    for (const name of ['idDocumentFront', 'idDocumentBack', 'proofOfAddress', 'selfiePhoto']) body.set(name, file);
    const headers = { 'x-access-token': localStorage.getItem('token') };
    const answer = await (await fetch(`${api}/api/submitKYC`, { method: 'POST', headers, body })).json();
    say(answer.status === 'ok' ? 'KYC Submitted!' : answer.message);
  },
  async decideKyc(name, about) {
    const answer = await asAdministrator(`/api/admin/${name}`, about).catch(() => ({}));
    say(answer.status === 'ok' ? `${answer.message}: ${answer.userName}` : 'something went wrong');
  },
  async distributeProfit(email, amount) {
    const body = JSON.stringify({ email, amount });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await (await fetch(`${api}/api/admin/distributeProfit`, { method: 'POST', headers, body })).json();
    say(answer.status === 'error' ? answer.message : 'profit distributed');
  },
  async adminLogin(form) {
    const answer = await asAdministrator('/api/admin', form).catch(() => ({}));
    say(answer.status === 200 ? 'welcome' : 'Invalid credentials');
  },
  async credit(email, amount) {
    const answer = await asAdministrator('/api/fundwallet', { email, amount }).catch((error) => ({
      error: error.message,
    }));
    say(answer.status === 'ok' ? `credited with $${answer.funded}` : `sorry, something went wrong: ${answer.error}`);
  },
  async debit(email, amount) {
    const answer = await asAdministrator('/api/debitwallet', { email, amount });
    say(answer.status === 'ok' ? `debited $${answer.funded}` : `sorry, ${answer.error}`);
  },
  async approve(email) {
    const answer = await asAdministrator('/api/getWithdrawInfo', { email });
    say(answer.amount ? `approved $${answer.amount}` : "user hasn't made any withdrawal yet");
  },
  async log(tradeLog) {
    const answer = await asAdministrator('/api/updateTraderLog', { tradeLog });
    say(answer.status === 'ok' ? 'trader log updated' : 'something went wrong');
  },
  /** It looks at nothing but the HTTP status. */
  async createTrader(form) {
    const answer = await fetch(`${api}/api/createTrader`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(form),
    });
    say(answer.status === 200 ? 'trader successfully created' : 'something went wrong');
    return (await answer.json())._id;
  },
  async resetPassword(newPassword, email) {
    const answer = await fetch(`${api}/api/resetpassword`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ newPassword, email }),
    });
    say(answer.ok ? 'password successfully reset!' : 'error! something went wrong');
  },
  async users() {
    const users = await (await fetch(`${api}/api/getUsers`)).json();
    const rows = users.map(({ email, trader, kycStatus }) => `${email} ${trader} ${kycStatus}`);
    say(`users: ${rows.join(', ')}`);
  },
  async createTraderWithPicture(form, picture) {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.set(name, value);
    body.set('traderImage', await (await fetch(picture)).blob(), 'picture.png');
    const answer = await (await fetch(`${api}/api/createTrader`, { method: 'POST', body })).json();
    say(answer.status === 'ok' ? 'trader created' : answer.message);
    return answer._id;
  },
  async deleteTrader(id) {
    const answer = await asAdministrator('/api/deleteTrader', { id });
    say(answer.status === 200 ? 'trader deleted' : 'something went wrong');
  },
  async traders() {
    return (await request('/api/fetchTraders')).traders;
  },
  /** The width of a picture as the page shows it; 0 when it can't be shown. */
  show: (address) =>
    new Promise((resolve) => {
      const image = Object.assign(new Image(), { src: address });
      image.onload = () => resolve(image.naturalWidth);
      image.onerror = () => resolve(0);
    }),
};
window.client = client;

if (new URLSearchParams(location.search).has('admin')) {
  client.users().catch(() => say('Unexpected Application Error!'));
}
