export { linesPage } from './queries.server';
