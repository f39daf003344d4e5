import { Disclosure } from '~/ui/layout/Disclosure';
import { Card } from '~/ui/layout/Layout';
import type { FaqEntry } from '../faq';

export function Questions({ questions }: { questions: readonly FaqEntry[] }) {
  return (
    <Card>
      <div>
        {questions.map(({ id, question, answer }) => (
          <Disclosure key={id} id={id} name="faq" summary={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
      </div>
    </Card>
  );
}
