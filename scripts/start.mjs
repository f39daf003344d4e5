// `npm start`: from a fresh checkout to a served, filled demonstration.
import { buildIfStale, checkNode, installMissing } from './steps.mjs';

checkNode();
installMissing();
buildIfStale();
process.env.NODE_ENV = 'production';
await import('./serve.mjs');
