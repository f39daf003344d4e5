import { ActionProblem } from '~/features/site/components';
import { decisionFieldId } from './DecisionForm';

export const DecisionProblem = () => <ActionProblem fieldId={decisionFieldId} />;
