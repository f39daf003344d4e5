export { SessionsTable } from './components/SessionsTable';
