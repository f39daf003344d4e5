export { LineTable } from './LineTable';
