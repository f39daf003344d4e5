import { Questions } from '~/features/site/marketing/components/Questions';
import { createAllQuestions } from '~/features/site/marketing/faq';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { listMethodNames } from '~/features/site/marketing/site.server';
import { createFaqData } from '~/features/site/marketing/structuredData';
import { useSite } from '~/features/site/marketing/useSite';
import { Columns, Page, Section, Stack } from '~/ui/layout/Layout';
import { MailLink } from '~/ui/MailLink';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = ({ data = [] }: { data?: ReturnType<typeof createAllQuestions> }) => [
  ...pageMeta(
    'Questions and answers',
    'How copying works, what it costs, what can be lost, and how money goes in and out.',
  ),
  createFaqData(data.flatMap(({ questions }) => questions)),
];

export const loader = publicRoute.loader(async () => createAllQuestions(await listMethodNames()));

const SUBJECTS_IN_FIRST_COLUMN = 2;

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
      <Columns gap="loose">
        {[subjects.slice(0, SUBJECTS_IN_FIRST_COLUMN), subjects.slice(SUBJECTS_IN_FIRST_COLUMN)].map((half) => (
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
