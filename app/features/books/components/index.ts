export { BooksBand } from './BooksBand';
