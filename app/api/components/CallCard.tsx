import { Disclosure } from '~/ui/layout/Disclosure';
import { Heading } from '~/ui/layout/Heading';
import { Stack } from '~/ui/layout/Layout';
import { Code, Muted, Snippet } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import type { DocumentedCall } from '../document/document';

type Field = DocumentedCall['fields'][number];
type Failure = DocumentedCall['failures'][number];

const FIELD_COLUMNS = [
  { header: 'Field', cell: ({ name }: Field) => <Code>{name}</Code> },
  { header: 'Type', cell: ({ type, required }: Field) => (required ? type : `${type}, optional`) },
  {
    header: 'About',
    cell: ({ about }: Field) => (
      <Muted>
        <TextWithCode text={about} />
      </Muted>
    ),
  },
];

export function CallCard({ call }: { call: DocumentedCall }) {
  const { name, path, method, about, who, takesToken, fields, answer, failures, curl } = call;
  return (
    <Disclosure
      summary={
        <span className="grid min-w-0 grow items-baseline gap-x-4 sm:grid-cols-[17rem_minmax(0,1fr)]">
          <Heading size={4}>
            <span className="inline-block w-11 font-normal text-muted">{method}</span>
            {` ${path}`}
          </Heading>
          <span className="line-clamp-1 text-sm font-normal text-muted in-[details[open]>summary]:line-clamp-none">
            <TextWithCode text={about} />
          </span>
        </span>
      }
    >
      {/* Target of links to the call. It opens the disclosure, and its margin keeps the title visible. */}
      <div id={name} className="scroll-mt-20" />
      <Stack>
        <Muted>{takesToken === 'needed' ? 'Needs a token of either kind.' : CALLER_TEXTS[who]}</Muted>
        {fields.length > 0 && (
          <Table columns={FIELD_COLUMNS} rows={fields} rowKey={(field) => field.name} caption={`Fields of ${name}`} />
        )}
        <Snippet isSelectable label={`Command to try ${name}`}>
          {curl}
        </Snippet>
        <Stack gap="tight">
          <Disclosure summary="Response">
            <Snippet label={`Response of ${name}`}>{answer}</Snippet>
          </Disclosure>
          <Disclosure summary="Errors">
            <Table
              columns={[
                { header: 'Status', cell: ({ status }: Failure) => status },
                { header: 'HTTP', cell: ({ http }: Failure) => http },
                { header: 'When', cell: ({ when }: Failure) => when },
              ]}
              rows={failures}
              rowKey={({ status, http }) => `${status} ${http}`}
              caption={`Errors of ${name}`}
            />
          </Disclosure>
        </Stack>
      </Stack>
    </Disclosure>
  );
}

const TextWithCode = ({ text }: { text: string }) =>
  // Every second part is a name in backticks.
  text.split('`').map((part, at) => (at % 2 === 1 ? <Code key={part}>{part}</Code> : part));

const CALLER_TEXTS = {
  anyone: 'Public; no token is needed.',
  investor: 'Needs an investor’s token.',
  administrator: 'Needs an administrator’s token.',
};
