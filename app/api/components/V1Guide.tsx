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
  { header: 'Scope', cell: ({ scope }: Row) => scope },
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
  { header: 'HTTP', cell: ({ status }: GuideToV1['problems'][number]) => status },
  { header: 'Title', cell: ({ title }: GuideToV1['problems'][number]) => title },
];

/** First part of the API page: the guide to `/api/v1`, from a sign-up to the first copy. */
export const V1Guide = ({ steps, programs, parts, problems }: GuideToV1) => (
  <>
    <Section
      id="five-minutes"
      title="Five minutes to a first copy"
      lead="First set $EMAIL to your address and $PASSWORD to a password."
    >
      <RadioTabs
        name="language"
        label="Language"
        tabs={[
          {
            label: 'curl',
            content: (
              <div>
                {steps.map(({ operation, description, curl }, at) => (
                  <Disclosure key={operation} name="steps" open={at === 0} summary={`${at + 1}. ${description}`}>
                    <Snippet isSelectable label={`First steps: ${operation}`}>
                      {curl}
                    </Snippet>
                  </Disclosure>
                ))}
              </div>
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
            Send an API key of <Link to="/settings/keys">your settings</Link> with each request, as{' '}
            <Code>Authorization: Bearer</Code>. Its scopes limit what it can do.
          </li>
          <li>Amounts are strings with two decimals, and a currency; times are RFC 3339 in UTC.</li>
          <li>
            Errors have an HTTP status of 4xx or 5xx and a problem document, whose <Code>code</Code> is the reason and
            whose <Code>field</Code> is the field concerned.
          </li>
          <li>
            Lists are paged by <Code>nextCursor</Code>. Reads have an <Code>ETag</Code>. <Code>RateLimit</Code> has the
            requests left in this minute.
          </li>
          <li>
            A write with an <Code>Idempotency-Key</Code> is executed once; writes that move money require one. A refused
            request does not use it.
          </li>
          <li>
            <Code>GET /api/v1/events</Code> streams events, at most a second late. To resume, send the last ID as{' '}
            <Code>Last-Event-ID</Code>. A <Link to="/settings/webhooks">webhook</Link> receives the same events as
            requests, signed according to the Standard Webhooks specification.
          </li>
          <li>
            Assistants use the operations as MCP tools at <Code>POST /api/v1/mcp</Code>, with a key. They only propose
            changes, which you confirm on a page, unless the key may act without confirmation.
          </li>
        </ul>
        <p>
          Version 1 has an <a href="/api/v1/openapi.json">OpenAPI document</a>, and a TypeScript client generated from
          it in <Code>clients/typescript</Code> of the source.
        </p>
      </Prose>
      <div className="grid-flow-dense gap-x-10 sm:grid sm:grid-cols-2 sm:*:open:col-span-2">
        {parts.map(({ tag, calls }) => (
          <Disclosure key={tag} summary={`${tag} (${calls.length})`}>
            <Table columns={CALL_COLUMNS} rows={calls} rowKey={({ call }) => call} caption={`Calls: ${tag}`} />
          </Disclosure>
        ))}
        <Disclosure summary="Problems">
          <Table columns={PROBLEM_COLUMNS} rows={problems} rowKey={({ kind }) => kind} caption="Types of problems" />
        </Disclosure>
      </div>
    </Section>
  </>
);
