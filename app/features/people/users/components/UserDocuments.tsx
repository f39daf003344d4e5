import { useMay } from '~/features/people/staff/components/May';
import { FILE_RIGHTS, type Right } from '~/signIns/rights';
import { Cluster, Section, Stack } from '~/ui/layout/Layout';
import { Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { Link } from '~/web/router';
import type { UserPartData } from '../userParts.server';
import { HeldState } from './internal/HeldState';
import { UserPartLink } from './internal/UserPartLink';

type Page = Extract<UserPartData, { part: 'documents' }>['page'];

export function UserDocuments({ rows, files }: Page) {
  const may = useMay();
  return (
    <Stack>
      <Section title="Identity checks" actions={<Link to="/admin/kyc">Queue of identity checks</Link>}>
        <Table
          caption="Identity checks, newest first"
          rows={rows}
          rowKey={({ id }) => id}
          empty="No documents were sent yet."
          dense
          leads
          columns={[
            {
              header: 'Name',
              cell: ({ id, firstName, lastName }) => (
                <UserPartLink id={id} right="papers:read">
                  {firstName} {lastName}
                </UserPartLink>
              ),
            },
            { header: 'Country', folded: true, cell: ({ country }) => country },
            { header: 'Submitted', cell: ({ submittedAt }) => <Time at={submittedAt} /> },
            { header: 'Documents', folded: true, cell: ({ storedFiles }) => <FileLinks files={storedFiles} /> },
            {
              header: 'State',
              cell: ({ shown, reason, decidedAt, held }) => (
                <HeldState status={shown} reason={reason} at={decidedAt} held={held} />
              ),
            },
            { header: 'Reason', slim: true, folded: true, cell: ({ reason }) => reason },
            {
              header: 'Decided',
              slim: true,
              folded: true,
              cell: ({ decidedAt }) => decidedAt && <Time at={decidedAt} />,
            },
          ]}
        />
      </Section>
      <Section title="Files">
        <Table
          caption="Files, newest first"
          rows={files}
          rowKey={({ id }) => id}
          empty="No files were sent yet."
          dense
          columns={[
            { header: 'Name', cell: (row) => <FileName {...row} /> },
            { header: 'For', cell: ({ purpose }) => PURPOSE_NAMES[purpose] },
            { header: 'Sent', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ...(may('events:read')
              ? [{ header: 'Opened', cell: ({ id }: FileRow) => <Link to={`/admin/audit?id=${id}`}>By whom</Link> }]
              : []),
            { header: 'Size', align: 'end', cell: ({ bytes }) => `${Math.ceil(bytes / 1024)} KB` },
          ]}
        />
      </Section>
    </Stack>
  );
}

const PURPOSE_NAMES = {
  proof: 'proof of a payment',
  document: 'identity document',
  message: 'Support',
  picture: 'profile picture',
  trader: 'picture of a trader',
  statement: 'Statement',
  log: 'results of a trader',
};

type FileRow = Page['files'][number];

function FileName({ id, name, purpose }: FileRow) {
  const right: Right | null = FILE_RIGHTS[purpose];
  return useMay()(right ?? 'everyone') ? <a href={`/files/${id}`}>{name}</a> : name;
}

function FileLinks({ files }: { files: { id: string; shows: string }[] }) {
  if (files.length === 0) return 'no longer kept';
  return (
    <Cluster>
      {files.map(({ id, shows }) => (
        <a key={shows} href={`/files/${id}`}>
          {shows}
        </a>
      ))}
    </Cluster>
  );
}
