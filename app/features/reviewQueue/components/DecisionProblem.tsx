import { ActionProblem } from '~/features/shell';
import { decisionFieldId } from './DecisionForm';

/** What the last decision on this page was refused for; it leads to the field in the form of that decision. */
export const DecisionProblem = () => <ActionProblem fieldId={decisionFieldId} />;
