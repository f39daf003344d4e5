export { BookedAndOpen } from './worth/components/BookedAndOpen';
