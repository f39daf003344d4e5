export { RankProgress } from './RankProgress';
