import {
  createSameFileRows,
  DecisionForm,
  FoldedDecision,
  type Opened,
  OpenItem,
  ReasonedDecision,
  reasonField,
} from '~/features/backoffice/components';
import { RiskRatingText } from '~/features/people/riskRating/components/RiskRated';
import { MayLink } from '~/features/people/staff/components/May';
import { SelectField } from '~/ui/forms/Field';
import { Facts, Time } from '~/ui/tables/Data';
import type { KycDetails } from '../details';
import { KYC_FILES } from '../files';
import type { loadKycQueue } from '../queries.server';
import { SAME_DOCUMENT_LABEL } from '../risks';
import { IdentityDocuments } from './IdentityDocuments';

type DocumentsToDecide = Awaited<ReturnType<typeof loadKycQueue>>['rows'][number];

export function KycCard({
  documents,
  owner,
  files,
  sameDocument,
  reasons,
  ...opened
}: Opened & DocumentsToDecide & { reasons: readonly string[] }) {
  const row = { id: documents.id, keys: opened.keys };
  const details: KycDetails = documents.details ?? {};
  return (
    <OpenItem
      {...opened}
      checks={createSameFileRows(
        SAME_DOCUMENT_LABEL,
        'Other users have sent the same document:',
        sameDocument.map(otherDocuments),
      )}
      decisions={
        <>
          <DecisionForm
            {...row}
            decision="approve"
            button="Approve"
            tall
            fields={[
              {
                name: 'validUntil',
                type: 'date',
                label: 'Document valid until',
                hint: 'Leave it empty for no expiry',
                filled: details.idExpiry,
                required: false,
              },
            ]}
          />
          <FoldedDecision
            {...row}
            decision="ask-again"
            button="Ask again"
            tall
            fields={[
              {
                as: SelectField,
                name: 'paper',
                label: 'Document',
                placeholder: 'Choose a document',
                options: KYC_FILES.map(({ column, shows }) => ({ value: column, label: shows })),
                required: true,
              },
              reasonField(reasons),
            ]}
          />
          <ReasonedDecision {...row} decision="reject" button="Reject" reasons={reasons} />
          <ReasonedDecision {...row} decision="revoke" button="Revoke" reasons={reasons} />
        </>
      }
    >
      <IdentityDocuments documents={documents} files={files} narrow />
      <Facts items={[{ term: 'Risk rating', detail: <RiskRatingText {...owner} /> }]} />
    </OpenItem>
  );
}

const otherDocuments = ({ id, owner, status, submittedAt }: DocumentsToDecide['sameDocument'][number]) => ({
  key: id,
  line: (
    <>
      <MayLink right="users:read" to={`/admin/users/${owner.id}`}>
        {owner.firstName} {owner.lastName}
      </MayLink>
      : {status}, <Time at={submittedAt} />
    </>
  ),
});
