import { Questions } from '~/features/site/marketing/components/Questions';
import { allQuestions } from '~/features/site/marketing/faq';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { methodNames } from '~/features/site/marketing/site.server';
import { questionsAndAnswers } from '~/features/site/marketing/structuredData';
import { useSite } from '~/features/site/marketing/useSite';
import { Columns, Page, Section, Stack } from '~/ui/layout/Layout';
import { MailLink } from '~/ui/MailLink';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = ({ data = [] }: { data?: ReturnType<typeof allQuestions> }) => [
  ...pageMeta(
    'Questions and answers',
    'How copying works, what it costs, what can be lost, and how money goes in and out.',
  ),
  questionsAndAnswers(data.flatMap(({ questions }) => questions)),
];

export const loader = publicRoute.loader(async () => allQuestions(await methodNames()));

const HALF = 2;

export default function Faq() {
  const subjects = useLoaderData<typeof loader>();
  const { supportEmail } = useSite();
  return (
    <Page
      roomy
      title="Questions and answers"
      lead={
        <>
          Something missing? Write to <MailLink address={supportEmail} />.
        </>
      }
    >
      <Columns>
        {[subjects.slice(0, HALF), subjects.slice(HALF)].map((half) => (
          <Stack key={half[0]?.title} gap="loose">
            {half.map(({ title, questions }) => (
              <Section key={title} title={title}>
                <Questions questions={questions} />
              </Section>
            ))}
          </Stack>
        ))}
      </Columns>
    </Page>
  );
}
