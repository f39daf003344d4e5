import { env, isPaper } from '../env';

export function getOperatorDetails() {
  if (isPaper()) return null;
  const { OPERATOR_NAME, OPERATOR_LICENCE, OPERATOR_REGULATOR, OPERATOR_JURISDICTION } = env();
  return {
    name: OPERATOR_NAME ?? '',
    licence: OPERATOR_LICENCE ?? '',
    regulator: OPERATOR_REGULATOR ?? '',
    jurisdiction: OPERATOR_JURISDICTION ?? '',
  };
}
