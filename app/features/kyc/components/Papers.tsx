import { LinkButton } from '~/ui/Button';
import { Columns } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { DefinitionList, Time } from '~/ui/tables/Data';
import type { latestKyc } from '../queries.server';

type Papers = NonNullable<Awaited<ReturnType<typeof latestKyc>>>;
type Document = { id: string; name: string; type: string };

/** The identity papers that a user sent, the document beside it. */
export function Papers({ papers, document }: { papers: Papers; document: Document | null }) {
  const { firstName, lastName, email, country, state, postalCode, address, submittedAt, decidedAt, reason } = papers;
  return (
    <Columns>
      <DefinitionList
        items={[
          { term: 'Name', detail: `${firstName} ${lastName}` },
          { term: 'Email', detail: email },
          { term: 'Address', detail: address },
          { term: 'Postal code', detail: postalCode },
          { term: 'State', detail: state },
          { term: 'Country', detail: country },
          { term: 'Submitted', detail: <Time at={submittedAt} /> },
          ...(decidedAt ? [{ term: 'Decided', detail: <Time at={decidedAt} /> }] : []),
          ...(reason ? [{ term: 'Reason', detail: reason }] : []),
        ]}
      />
      <DocumentView document={document} of={`${firstName} ${lastName}`} />
    </Columns>
  );
}

/** A picture is shown; a PDF, which can hold scripts of its own, is only ever downloaded. */
function DocumentView({ document, of }: { document: Document | null; of: string }) {
  if (!document) return <Notice>The document is no longer kept.</Notice>;
  const href = `/files/${document.id}`;
  if (document.type !== 'application/pdf') return <Thumbnail src={href} alt={`Identity document of ${of}`} />;
  return (
    <LinkButton to={href} document download icon="deposit">
      {document.name}
    </LinkButton>
  );
}
