import { pageMeta } from '~/features/site/marketing/pageMeta';
import { SAMPLE_TEAM } from '~/features/site/marketing/samples';
import { useSite } from '~/features/site/marketing/useSite';
import { LinkButton } from '~/ui/Button';
import { SampleBadge, ThreeColumns } from '~/ui/landing/Landing';
import { PersonCard } from '~/ui/landing/LandingPeople';
import { Card, Cluster, Page } from '~/ui/layout/Layout';
import { mailtoHref } from '~/ui/MailLink';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList } from '~/ui/tables/Data';

export const meta = () => pageMeta('Team', 'The people behind Mirrorbook: who decides, who checks, and who answers.');

export default function Team() {
  const { operator, supportEmail } = useSite();
  return (
    <Page roomy title="Team" lead="Who decides, who checks, and who answers.">
      {operator ? (
        <Card title="Who runs this service">
          <DefinitionList
            items={[
              { term: 'Operator', detail: operator.name },
              { term: 'Licence', detail: operator.licence },
              { term: 'Regulator', detail: operator.regulator },
              { term: 'Jurisdiction', detail: operator.jurisdiction },
            ]}
          />
        </Card>
      ) : (
        <>
          <Notice
            title={
              <>
                Invented people <SampleBadge />
              </>
            }
          >
            These six people show how this page looks. With real money, it names the operator instead.
          </Notice>
          <ThreeColumns>
            {SAMPLE_TEAM.map((person) => (
              <PersonCard key={person.name} {...person} />
            ))}
          </ThreeColumns>
        </>
      )}
      <Cluster>
        <LinkButton to={mailtoHref(supportEmail)} icon="mail" document>
          Write to us
        </LinkButton>
      </Cluster>
    </Page>
  );
}
