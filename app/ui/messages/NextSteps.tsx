import { Card } from '../layout/Layout';
import { Prose } from '../Text';

/** Steps that follow a form, with their usual duration (`wait`) where it is known. */
export const NextSteps = (props: { steps: readonly string[]; wait: string | null; note?: string }) => (
  <Card title="What happens next">
    <Prose>
      <ol>
        {props.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {props.wait && <p>It usually takes {props.wait}, based on recent requests.</p>}
      {props.note && <p>{props.note}</p>}
    </Prose>
  </Card>
);
