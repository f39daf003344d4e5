import { Disclosure } from '~/ui/layout/Disclosure';
import { Section, Stack } from '~/ui/layout/Layout';
import { RadioTabs } from '~/ui/layout/RadioTabs';
import { Code, Prose, Snippet } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import { Link } from '~/web/router';
import type { GuideToV1 } from '../v1/guide.server';

type Row = GuideToV1['parts'][number]['calls'][number];

const CALL_COLUMNS = [
  { header: 'Call', cell: ({ call }: Row) => <Code>{call}</Code> },
  { header: 'What it does', cell: ({ about }: Row) => about },
  { header: 'Scope', slim: true, cell: ({ scope }: Row) => scope },
];

const PROBLEM_COLUMNS = [
  {
    header: 'Type',
    cell: ({ kind }: GuideToV1['problems'][number]) => (
      <span id={`problem-${kind}`} className="scroll-mt-20">
        <Code>{kind}</Code>
      </span>
    ),
  },
  { header: 'HTTP', slim: true, cell: ({ status }: GuideToV1['problems'][number]) => status },
  { header: 'Title', cell: ({ title }: GuideToV1['problems'][number]) => title },
];

/** First part of the API page: the guide to `/api/v1`, from a sign-up to the first copy. */
export const V1Guide = ({ steps, programs, parts, problems }: GuideToV1) => (
  <>
    <Section
      id="five-minutes"
      title="Five minutes to a first copy"
      lead="Put your address into $EMAIL and a password into $PASSWORD first."
    >
      <RadioTabs
        name="language"
        label="Language"
        tabs={[
          {
            label: 'curl',
            content: (
              <Stack>
                {steps.map(({ operation, description, curl }) => (
                  <div key={operation} className="grid gap-x-6 gap-y-1 lg:grid-cols-[13rem_minmax(0,1fr)]">
                    <p>{description}</p>
                    <Snippet isSelectable label={`First steps: ${operation}`}>
                      {curl}
                    </Snippet>
                  </div>
                ))}
              </Stack>
            ),
          },
          ...programs.map(({ language, file, run, text }) => ({
            label: language,
            content: (
              <Stack gap="tight">
                <p>
                  Save it as <Code>{file}</Code>, and run it with <Code>{run}</Code>.
                </p>
                <Snippet isSelectable tall label={`First steps: ${language}`}>
                  {text}
                </Snippet>
              </Stack>
            ),
          })),
        ]}
      />
    </Section>
    <Section id="v1" title="Calls of version 1">
      <Prose wide>
        <ul>
          <li>
            Each request carries an API key of <Link to="/settings/keys">your settings</Link> as{' '}
            <Code>Authorization: Bearer</Code>. A key does what its scopes allow.
          </li>
          <li>Amounts are texts with two decimals and a currency; instants are RFC 3339 in UTC.</li>
          <li>
            What is refused has an HTTP status of 4xx or 5xx and a problem document, whose <Code>code</Code> says why
            and whose <Code>field</Code> says where.
          </li>
          <li>
            Lists lead on by <Code>nextCursor</Code>. Reads have an <Code>ETag</Code>. <Code>RateLimit</Code> says what
            is left of a minute.
          </li>
          <li>
            A write with an <Code>Idempotency-Key</Code> happens once; writes that move money need one. A refusal does
            not use it up.
          </li>
          <li>
            <Code>GET /api/v1/events</Code> tells what happens, at most a second late: send the id that came last as{' '}
            <Code>Last-Event-ID</Code>, and it goes on from there. A <Link to="/settings/webhooks">webhook</Link> gets
            the same as posts, signed by the Standard Webhooks specification.
          </li>
          <li>
            Assistants use the calls as tools of MCP at <Code>POST /api/v1/mcp</Code>, with a key. What changes
            something is only proposed: you confirm its effect on a page, unless the key may act without confirmation.
          </li>
        </ul>
        <p>
          For machines: <a href="/api/v1/openapi.json">the OpenAPI document</a> of version 1. For TypeScript: the
          package <Code>clients/typescript</Code> of the source, made of it.
        </p>
      </Prose>
      {parts.map(({ tag, calls }) => (
        <Disclosure key={tag} summary={tag}>
          <Table columns={CALL_COLUMNS} rows={calls} rowKey={({ call }) => call} caption={`Calls: ${tag}`} />
        </Disclosure>
      ))}
      <Disclosure summary="Problems">
        <Table columns={PROBLEM_COLUMNS} rows={problems} rowKey={({ kind }) => kind} caption="Types of problems" />
      </Disclosure>
    </Section>
  </>
);
