import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getAppDirectory, index, layout, prefix, type RouteConfig, route } from '@remix-run/route-config';

const inFolder = (folder: string) => (file: string) => `routes/${folder}/${file}`;

const open = inFolder('public');
const auth = inFolder('auth');
const investor = inFolder('investor');
const admin = inFolder('admin');
const api = inFolder('api');

/**
 * The calls under `/api`: each file of this folder handles the one it is named after. A part of its name that begins with a
 * dollar sign is a field in the path, as in `things.$id`.
 */
const CALLS = readdirSync(join(getAppDirectory(), 'api/handlers')).map((file) => file.replace(/\.server\.ts$/, ''));

export default [
  // For all visitors
  layout(open('layout.tsx'), [
    index(open('landing.tsx')),
    route('about', open('about.tsx')),
    route('team', open('team.tsx')),
    route('faq', open('faq.tsx')),
    route('policy', open('policy.tsx')),
    route('trading-assumptions', open('tradingAssumptions.tsx')),
    route('privacy-policy', open('privacyPolicy.tsx')),
    route('buybitcoin', open('buybitcoin.tsx')),
    route('markets', open('markets.tsx')),
    route('markets/:symbol', open('instrument.tsx')),
    route('forex', open('forex.tsx')),
    route('stocks', open('stocks.tsx')),
    route('indices', open('indices.tsx')),
    route('futures', open('futures.tsx')),
    route('heatmaps', open('heatmaps.tsx')),
    route('watchlists', open('watchlists.tsx')),
    route('technical-analysis', open('technicalAnalysis.tsx')),
    route('news', open('news.tsx')),
    route('offline', open('offline.tsx')),
    route('api/docs', open('apiDocs.tsx')),
    // What visitors get at `/traders` and below it (`app/web/server/visitors.ts`).
    route('visitors/traders', open('traders/list.tsx')),
    route('visitors/traders/compare', open('traders/compare.tsx')),
    route('visitors/traders/:id', open('traders/trader.tsx')),
  ]),
  route('theme', open('theme.ts')),
  route('announcement', open('dismissAnnouncement.ts')),
  route('prices', open('prices.ts')),
  route('user/:id', open('referralLink.ts')),
  route('visitors/traders/:id/copy', open('traders/chosen.ts')),
  route('robots.txt', open('robots.ts')),
  route('.well-known/change-password', open('changePassword.ts')),
  route('sitemap.xml', open('sitemap.ts')),
  route('files/:id', 'routes/files.ts'),
  route('uploads', investor('uploads.ts')),

  // Signing up and in
  layout(auth('layout.tsx'), [
    route('signup', auth('signup.tsx')),
    route('verify', auth('verify.tsx')),
    route(':id/verify/:token', auth('verificationLink.tsx')),
    route('login', auth('login.tsx')),
    route('passwordreset', auth('requestPasswordReset.tsx')),
    route('resetpassword/:email', auth('chooseNewPassword.tsx')),
    route('freeze', auth('freeze.tsx')),
    route('invitation', auth('invitation.tsx')),
    route('staff/passwordreset', auth('requestStaffReset.tsx')),
    route('staff/resetpassword', auth('chooseStaffPassword.tsx')),
  ]),
  route(':id/verify/:token/status', auth('verificationStatus.ts')),
  route('logout', auth('logout.ts')),

  // The signed-in investor
  layout(investor('layout.tsx'), [
    route('dashboard', investor('dashboard.tsx')),
    route('notifications', investor('notifications.tsx')),
    route('traders', investor('traders/list.tsx')),
    route('traders/compare', investor('traders/compare.tsx')),
    route('traders/:id', investor('traders/trader.tsx')),
    route('traders/:id/copy', investor('traders/copy.tsx')),
    route('usercopytrade', investor('copies.tsx')),
    route('usercopytrade/:id', investor('copy.tsx')),
    route('live-trading', investor('liveTrading.tsx')),
    route('plans', investor('plans.tsx')),
    route('investments', investor('investments.tsx')),
    route('fundwallet', investor('fundWallet.tsx')),
    route('checkout', investor('checkout.tsx')),
    route('deposit', investor('depositHistory.tsx')),
    route('deposit/:id', investor('depositReceipt.tsx')),
    route('withdraw', investor('withdraw.tsx')),
    route('withdrawlogs', investor('withdrawalHistory.tsx')),
    route('withdrawlogs/:id', investor('withdrawalReceipt.tsx')),
    route('transactions', investor('transactions/list.tsx')),
    route('transactions/statement', investor('transactions/statement.tsx')),
    route('referrals', investor('referrals.tsx')),
    route('ranking', investor('ranking.tsx')),
    route('more', investor('more.tsx')),
    route('kyc', investor('kyc.tsx')),
    route('support', investor('support.tsx')),
    route('support/:id', investor('supportThread.tsx')),
    ...prefix('settings', [
      index(investor('settings/profile.tsx')),
      route('username', investor('settings/username.tsx')),
      route('picture', investor('settings/picture.tsx')),
      route('password', investor('settings/password.tsx')),
      route('security', investor('settings/security.tsx')),
      route('sessions', investor('settings/sessions.tsx')),
      route('frozen', investor('settings/frozen.tsx')),
      route('data', investor('settings/data.tsx')),
      route('close', investor('settings/close.tsx')),
    ]),
  ]),
  route('dashboard/banner', investor('dismissBanner.ts')),
  route('myprofile', investor('myProfile.ts')),
  route('events', investor('events.ts')),
  route('events/told', investor('told.ts')),
  route('live-trading/prices', investor('livePrices.ts')),
  route('transactions.csv', investor('transactionsCsv.ts')),
  route('account.json', investor('accountData.ts')),

  // The administrator
  route('admin', admin('layout.tsx'), [
    index(admin('overview.tsx')),
    route('users', admin('users/list.tsx')),
    route('users/:id', admin('users/user.tsx')),
    route('users/:id/freeze', admin('users/freeze.tsx')),
    route('users/:id/risk', admin('users/risk.tsx')),
    route('users/:id/deposits', admin('users/deposits.tsx')),
    route('users/:id/withdrawals', admin('users/withdrawals.tsx')),
    route('users/:id/documents', admin('users/documents.tsx')),
    route('users/:id/:part', admin('users/part.tsx')),
    route('deposits', admin('deposits.tsx')),
    route('withdrawals', admin('withdrawals.tsx')),
    route('restores', admin('restores.tsx')),
    route('kyc', admin('kyc.tsx')),
    route('support', admin('support.tsx')),
    route('complaints.csv', admin('complaintsCsv.ts')),
    route('traders', admin('traders.tsx')),
    route('leader-requests', admin('leaderRequests.tsx')),
    route('trades', admin('trades.tsx')),
    route('signals', admin('signals.tsx')),
    route('exposure', admin('exposure.tsx')),
    route('catalogue', admin('catalogue.tsx')),
    route('books', admin('books.tsx')),
    route('books/months', admin('months/list.tsx')),
    route('books/months/:month', admin('months/month.tsx')),
    route('books/months/:month/:file', admin('months/file.ts')),
    route('books/years/:year', admin('months/year.ts')),
    route('reconciliation', admin('reconciliation/list.tsx')),
    route('reconciliation/custody.csv', admin('exports/custody.ts')),
    route('reconciliation/:method', admin('reconciliation/source.tsx')),
    route('reconciliation/:method/import', admin('reconciliation/import.tsx')),
    route('reconciliation/:method/lines', admin('reconciliation/lines.tsx')),
    route('reconciliation/:method/days', admin('reconciliation/days.tsx')),
    route('reconciliation/:method/breaks/:id', admin('reconciliation/break.tsx')),
    route('reconciliation/:method/lines.csv', admin('exports/statementLines.ts')),
    route('approvals', admin('approvals.tsx')),
    route('audit', admin('audit.tsx')),
    route('search', admin('search.tsx')),
    route('users.csv', admin('exports/users.ts')),
    route('deposits.csv', admin('exports/deposits.ts')),
    route('withdrawals.csv', admin('exports/withdrawals.ts')),
    route('kyc.csv', admin('exports/papers.ts')),
    route('support.csv', admin('exports/support.ts')),
    route('traders.csv', admin('exports/traders.ts')),
    route('leader-requests.csv', admin('exports/leaderRequests.ts')),
    route('trades.csv', admin('exports/trades.ts')),
    route('audit.csv', admin('exports/audit.ts')),
    route('outbox.csv', admin('exports/outbox.ts')),
    route('announcements', admin('announcements.tsx')),
    route('alerts', admin('alerts.tsx')),
    route('outbox', admin('outbox.tsx')),
    route('jobs', admin('jobs.tsx')),
    route('staff', admin('staff/list.tsx')),
    route('staff/rights', admin('staff/rights.tsx')),
    route('staff/:id', admin('staff/member.tsx')),
    route('security', admin('security.tsx')),
    route('password', admin('password.tsx')),
    route('logout', admin('logout.ts')),
    route('*', admin('notFound.tsx')),
  ]),

  // The JSON calls
  ...prefix('api', [
    ...CALLS.map((call) =>
      route(call.replaceAll('.', '/').replaceAll('$', ':'), api('call.ts'), { id: `routes/api/${call}` }),
    ),
    route('openapi.json', api('openapi.ts')),
    route('*', api('unknownCall.ts')),
  ]),

  route('*', open('notFound.tsx')),
] satisfies RouteConfig;
