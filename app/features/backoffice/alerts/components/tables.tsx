import { DecisionForm } from '~/features/backoffice/reviewQueue/components/DecisionForm';
import { AssignForm, NoteForm } from '~/features/backoffice/reviewQueue/components/MarkForms';
import { May } from '~/features/people/components';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Card, Stack } from '~/ui/layout/Layout';
import { PlaceIdContext } from '~/ui/savedPlace';
import { Muted, NoWrap, Small, VisuallyHidden, WrappedText } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

type AlertRow = {
  id: string;
  title: string;
  page: string;
  words: string;
  since: Date;
  endedAt: Date | null;
  owner?: { id: string; name: string } | null;
  notes?: { id: string; by: string; at: Date; text: string | null }[];
};

export function AlertsTable({ rows, caption, empty }: { rows: AlertRow[]; caption: string; empty: string }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      dense
      columns={[
        {
          header: 'Alert',
          cell: ({ title, page, words, notes }) => (
            <Stack gap="tight">
              <Link to={page}>{title}</Link>
              <Muted>{words}</Muted>
              <Notes notes={notes} />
            </Stack>
          ),
        },
        { header: 'Since', cell: ({ since }) => <Time at={since} /> },
        ...(rows.some(({ endedAt }) => endedAt)
          ? [
              { header: 'Until', cell: ({ endedAt }: AlertRow) => endedAt && <Time at={endedAt} /> },
              { header: 'Owner', folded: true, cell: ({ owner }: AlertRow) => owner?.name ?? '–' },
            ]
          : []),
      ]}
    />
  );
}

const Notes = ({ notes = [] }: Pick<AlertRow, 'notes'>) =>
  notes.map(({ id, by, at, text }) => (
    <Small key={id}>
      {by}, <Time at={at} />: <WrappedText>{text}</WrappedText>
    </Small>
  ));

export type OpenAlert = AlertRow & {
  keys: Record<string, string>;
  colleagues: { value: string; label: string }[];
};

/** Open alert with its assignee, its notes, and the forms for administrators who can act on it. */
export function AlertCard({ alert, me }: { alert: OpenAlert; me: string }) {
  const { id, title, page, words, since, owner, notes, keys, colleagues } = alert;
  const form = { id, keys };
  const hidden = owner ? { from: owner.id } : undefined;
  return (
    <PlaceIdContext.Provider value={`alert-${id}`}>
      <Card
        compact
        id={`alert-${id}`}
        title={<Link to={page}>{title}</Link>}
        lead={
          <>
            {words} Reported <Time at={since} />.
          </>
        }
        actions={
          <div className="work-marks">
            {owner && <Badge>Assigned to {owner.id === me ? 'you' : owner.name}</Badge>}
            {owner?.id === me ? (
              <DecisionForm {...form} decision="give-back" button="Unassign" quiet />
            ) : (
              <DecisionForm
                {...form}
                decision="take"
                button={owner ? 'Reassign to me' : 'Assign to me'}
                quiet
                hidden={hidden}
              />
            )}
            <div className="button-folds">
              <AssignForm {...form} colleagues={colleagues} hidden={hidden} />
              <NoteForm {...form} />
            </div>
          </div>
        }
      >
        <Notes notes={notes} />
      </Card>
    </PlaceIdContext.Provider>
  );
}

type CallRow = {
  id: string;
  what: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: Date;
  createdAt: Date;
  deliveredAt: Date | null;
  problem: string | null;
};

const CALL_STATES = {
  waiting: { tone: 'accent', icon: 'clock', words: 'Waiting' },
  delivered: { tone: 'good', icon: 'check', words: 'Delivered' },
  failed: { tone: 'bad', icon: 'close', words: 'Failed' },
} as const;

export function CallsTable({ rows }: { rows: CallRow[] }) {
  return (
    <Table
      caption="Posts to the receiver, newest first"
      rows={rows}
      rowKey={({ id }) => id}
      anchored
      empty="Nothing was posted yet."
      dense
      columns={[
        {
          header: 'Message',
          cell: ({ what, problem }) => (
            <Stack gap="tight">
              <span>{what}</span>
              {problem && <Muted>{problem}</Muted>}
            </Stack>
          ),
        },
        { header: 'Written', cell: ({ createdAt }) => <Time at={createdAt} /> },
        { header: 'Tries', align: 'end', spare: true, cell: ({ attempts }) => attempts },
        {
          header: 'State',
          cell: ({ status, deliveredAt, nextAt, attempts }) => (
            <Stack gap="tight">
              <Badge tone={CALL_STATES[status].tone} icon={CALL_STATES[status].icon}>
                {CALL_STATES[status].words}
              </Badge>
              {deliveredAt && <Time at={deliveredAt} />}
              {status === 'waiting' && attempts > 0 && (
                <Muted>
                  again <Time at={nextAt} />
                </Muted>
              )}
            </Stack>
          ),
        },
        {
          header: 'Action',
          folded: true,
          cell: ({ id, what }) => (
            <May right="operation:change">
              <PostForm at={id} inline>
                <input type="hidden" name="_intent" value="again" />
                <input type="hidden" name="id" value={id} />
                <Button tone="quiet">
                  <NoWrap>Send again</NoWrap>
                  <VisuallyHidden> {what}</VisuallyHidden>
                </Button>
              </PostForm>
            </May>
          ),
        },
      ]}
    />
  );
}
