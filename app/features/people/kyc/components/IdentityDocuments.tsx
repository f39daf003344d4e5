import { dayText } from '~/platform/text/dayText';
import { LinkButton } from '~/ui/Button';
import { Columns, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { EmailAddress, Muted } from '~/ui/Text';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { KYC_DETAILS, type KycDetails } from '../details';
import type { findLatestKyc, loadKycQueue } from '../queries.server';

type StoredDocuments = NonNullable<Awaited<ReturnType<typeof findLatestKyc>>>;
type DocumentFile = Awaited<ReturnType<typeof loadKycQueue>>['rows'][number]['files'][number];

export function IdentityDocuments(props: {
  documents: StoredDocuments;
  files: readonly DocumentFile[];
  narrow?: boolean;
}) {
  const { documents, files, narrow } = props;
  const {
    firstName,
    lastName,
    email,
    country,
    state,
    postalCode,
    address,
    submittedAt,
    decidedAt,
    validUntil,
    reason,
  } = documents;
  const details: KycDetails = documents.details ?? {};
  const input = Object.entries(KYC_DETAILS).map(([name, term]) => ({
    term,
    detail: details[name as keyof KycDetails],
  }));
  const name = `${firstName} ${lastName}`;
  const facts = (
    <DefinitionList
      items={[
        { term: 'Name', detail: name },
        { term: 'Email', detail: email && <EmailAddress>{email}</EmailAddress> },
        { term: 'Address', detail: address },
        { term: 'Postal code', detail: postalCode },
        { term: 'State', detail: state },
        { term: 'Country', detail: country },
        ...input,
        { term: 'Submitted', detail: <Time at={submittedAt} /> },
        { term: 'Decided', detail: decidedAt && <Time at={decidedAt} /> },
        { term: 'Approved until', detail: validUntil && dayText(new Date(validUntil)) },
        { term: 'Reason', detail: reason },
      ].filter(({ detail }) => detail)}
    />
  );
  const shown = (
    <Stack>
      {!documents.documentFileId && <Notice>The document is no longer kept.</Notice>}
      {files.map((file) => (
        <Stack key={file.shows} gap="tight">
          <Muted>{file.shows}</Muted>
          <DocumentFileView file={file} of={name} />
        </Stack>
      ))}
    </Stack>
  );
  return narrow ? (
    <Stack>
      {shown}
      {facts}
    </Stack>
  ) : (
    <Columns>
      {facts}
      {shown}
    </Columns>
  );
}

/** Shows a picture. A PDF is only offered for download, since it can contain scripts. */
function DocumentFileView({ file: { id, name, type, shows }, of }: { file: DocumentFile; of: string }) {
  const href = `/files/${id}`;
  if (type !== 'application/pdf') return <Thumbnail src={href} alt={`${shows} of ${of}`} />;
  return (
    <LinkButton to={href} document download icon="deposit">
      {name}
    </LinkButton>
  );
}
