export { takeLines } from './takeLines.server';
