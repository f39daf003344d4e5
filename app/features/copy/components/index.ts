export { TotalResult } from './CopyRows';
