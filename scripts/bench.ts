import { installMissing } from './steps.mjs';

/** `npm run bench <name>`: measures, and never touches `data/`. */
const benches: Record<string, () => Promise<{ bench(): Promise<void> }>> = {
  acts: () => import('./bench/acts'),
  api: () => import('./bench/api'),
  cluster: () => import('./bench/cluster'),
  copy: () => import('./bench/copy'),
  backup: () => import('./bench/backup'),
  events: () => import('./bench/events'),
  history: () => import('./bench/history'),
  lanes: () => import('./bench/lanes'),
  ledger: () => import('./bench/ledger'),
  line: () => import('./bench/line'),
  lighthouse: () => import('./bench/lighthouse'),
  pages: () => import('./bench/pages'),
  search: () => import('./bench/search'),
  signals: () => import('./bench/signals'),
  start: () => import('./bench/start'),
  traders: () => import('./bench/traders'),
  users: () => import('./bench/users'),
};

const name = process.argv[2] ?? 'ledger';
const load = benches[name];
if (!load) {
  console.error(`There is no bench "${name}". There is: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
installMissing();
await (await load()).bench();
