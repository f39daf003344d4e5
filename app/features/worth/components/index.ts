export { BookedAndOpen } from './BookedAndOpen';
