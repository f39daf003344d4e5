import { ActionProblem } from '~/features/shell';
import { decisionFieldId } from './DecisionForm';

export const DecisionProblem = () => <ActionProblem fieldId={decisionFieldId} />;
