export { linesPage } from './lines.server';
