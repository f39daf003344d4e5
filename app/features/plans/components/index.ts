export { planTitle } from '../planTitle';
