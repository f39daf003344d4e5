export { CodeStep } from './CodeStep';
