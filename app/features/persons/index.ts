export { accountsOfPerson } from './accountsOfPerson.server';
export { hasPapers, mayGetBonuses, papersFirst } from './papers.server';
