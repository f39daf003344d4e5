export { BooksBand } from './books/components/BooksBand';
export { planTitle } from './plans/planTitle';
export { RankProgress } from './ranking/components/RankProgress';
export { LineTable } from './statements/components/LineTable';
export { ClaimPracticeMoney } from './wallet/components/ClaimPracticeMoney';
export { ReferenceId } from './wallet/components/Receipt';
