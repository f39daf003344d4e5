import { listTraderAnswers } from '~/api/answers/traders.server';
import { CallCard } from '~/api/components/CallCard';
import { V1Guide } from '~/api/components/V1Guide';
import { documentCalls } from '~/api/document/document';
import { describeLimits } from '~/api/document/limits.server';
import { UNSUPPORTED_CALLS } from '~/api/document/notServed';
import { adminTokenScript } from '~/api/document/oldClients';
import { EXAMPLE_VARIABLES } from '~/api/document/variables';
import { createV1Guide } from '~/api/v1/guide.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { MINUTE } from '~/platform/durations';
import { getPublicOrigin } from '~/platform/installation/site';
import { formatCount } from '~/platform/text/figure';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Page, Section, Stack } from '~/ui/layout/Layout';
import { WithSideNav } from '~/ui/shell/SideNav';
import { Code, Prose, Snippet } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import { publicRoute } from '~/web/guard/index.server';
import { REPEAT_WINDOW_MS } from '~/web/idempotency.server';
import { useLoaderData } from '~/web/router';

export const meta = () => pageMeta('API', 'Every call of the Mirrorbook API, with its fields and a line to try.');

export const loader = publicRoute.loader(async () => {
  const origin = getPublicOrigin();
  const repeatWindow = formatCount(REPEAT_WINDOW_MS / MINUTE, 'minute');
  const original = {
    calls: documentCalls(origin),
    first: await loadFirstAnswer(),
    repeatWindow,
    limits: describeLimits(),
  };
  return { origin, guide: createV1Guide(origin), ...original };
});

async function loadFirstAnswer(): Promise<string> {
  const { status, traders } = await listTraderAnswers({ retired: false });
  const first = traders.slice(0, 1).map((each) => ({ ...each, tradehistory: each.tradehistory.slice(0, 1) }));
  return JSON.stringify({ status, traders: first }, null, 2);
}

const SECTION_TITLES = {
  anyone: 'Calls for anyone',
  investor: 'Calls of an investor',
  administrator: 'Calls of an administrator',
} as const;

const CALLER_KINDS = ['anyone', 'investor', 'administrator'] as const;

const LINK_GROUPS = [
  {
    title: 'Version 1',
    links: [
      { href: '#five-minutes', label: 'Five minutes to a first copy' },
      { href: '#v1', label: 'Calls of version 1' },
    ],
  },
  {
    title: 'The original calls',
    links: [
      { href: '#original', label: 'How they work' },
      ...CALLER_KINDS.map((who) => ({ href: `#${who}`, label: SECTION_TITLES[who] })),
    ],
  },
  {
    title: 'Tools',
    links: [
      { href: '#typed', label: 'Typed client' },
      { href: '#elsewhere', label: 'Pages of another server' },
    ],
  },
];

const VARIABLE_COLUMNS = [
  { header: 'Variable', cell: ({ name }: (typeof EXAMPLE_VARIABLES)[number]) => <Code>${name}</Code> },
  { header: 'What it is', cell: ({ about }: (typeof EXAMPLE_VARIABLES)[number]) => about },
];

const createTypedExample = (origin: string) => `import { MirrorbookClient } from '~/api/client';

const anonymous = new MirrorbookClient('${origin}');
const signedIn = await anonymous.call('login', { email, password });
if (!signedIn.ok) throw new Error(signedIn.body.message);
const me = anonymous.with(signedIn.body.token);
const asked = await me.call('withdraw', { wallet, WithdrawAmount: 25, method: 'BTC' }, { key: crypto.randomUUID() });`;

export default function ApiDocs() {
  const { origin, guide, calls, first, repeatWindow, limits } = useLoaderData<typeof loader>();
  const callsOf = (who: (typeof CALLER_KINDS)[number]) => calls.filter((call) => call.who === who);
  const curlOf = (requested: string) => calls.find(({ name }) => name === requested)?.curl ?? '';
  return (
    <Page roomy title="API" lead="Programs can do what the pages do, under the same rules.">
      <WithSideNav label="On this page" groups={LINK_GROUPS}>
        <V1Guide {...guide} />
        <Section
          id="original"
          title="The original calls"
          lead="New programs use version 1. Each call has a command: replace the names that begin with a dollar sign."
        >
          <div>
            <Disclosure summary="A first call, without an account">
              <Stack>
                <Snippet isSelectable label="The first call">
                  {curlOf('fetchTraders')}
                </Snippet>
                <p>The response of this installation, shortened to the first trader and one trade:</p>
                <Snippet label="Response of the first call">{first}</Snippet>
              </Stack>
            </Disclosure>
            <Disclosure summary="A signed-in call">
              <Stack>
                <p>
                  Sign in once, and send the returned token with every later call. Signing in returns{' '}
                  <Code>{'{ "status": "ok", "token": "..." }'}</Code>
                </p>
                <Snippet isSelectable label="Signing in">
                  {curlOf('login')}
                </Snippet>
                <Snippet isSelectable label="Reading the account">
                  {curlOf('getData')}
                </Snippet>
              </Stack>
            </Disclosure>
            <Disclosure summary="Rules">
              <Prose wide>
                <ul>
                  <li>
                    Requests and responses are JSON in UTF-8. Calls with a file also accept{' '}
                    <Code>multipart/form-data</Code>.
                  </li>
                  <li>
                    <Code>login</Code>, <Code>register</Code> and <Code>admin</Code> return a token; send it in the
                    header <Code>x-access-token</Code>. Cookies are not read.
                  </li>
                  <li>
                    Amounts are US dollars with at most two decimals. <Code>date</Code> is a date for display, in UTC;{' '}
                    <Code>at</Code> is the same in ISO 8601.
                  </li>
                  <li>
                    A failed call returns a <Code>message</Code> and, if one field caused it, its name in{' '}
                    <Code>field</Code>. All field errors are in <Code>errors</Code>.
                  </li>
                  <li>
                    <Code>status</Code> in the body is <Code>ok</Code> or 200 after success, otherwise a number or the
                    word <Code>error</Code>. A refusal still has the HTTP status 200, or 4xx if the call below says so;
                    other HTTP statuses are for requests that do not reach a call: no token, too many requests, a server
                    error. In live mode, a change that needs two administrators returns 202 and <Code>pending</Code>.
                  </li>
                  <li>
                    A call sent twice with the same <Code>Idempotency-Key</Code> is executed once; the second response
                    is the first one, with <Code>Idempotency-Replayed</Code>. Without a key, an identical request for
                    money within {repeatWindow} returns 409.
                  </li>
                </ul>
                <p>
                  There is an <a href="/api/openapi.json">OpenAPI document</a>, generated from the schemas that validate
                  the calls.
                </p>
              </Prose>
            </Disclosure>
            <Disclosure summary="Limits of all calls">
              <Prose wide>
                <ul>
                  <li>
                    Every response has the number of remaining requests in <Code>RateLimit-Remaining</Code>; beyond it
                    comes 429 with <Code>Retry-After</Code>.
                  </li>
                  {limits.map((limit) => (
                    <li key={limit}>{limit}</li>
                  ))}
                </ul>
              </Prose>
            </Disclosure>
            <Disclosure summary="Placeholders of the commands">
              <Table
                narrow
                columns={VARIABLE_COLUMNS}
                rows={EXAMPLE_VARIABLES}
                rowKey={({ name }) => name}
                caption="Placeholders"
              />
            </Disclosure>
          </div>
        </Section>
        {CALLER_KINDS.map((who) => (
          <Section key={who} id={who} title={SECTION_TITLES[who]}>
            <div>
              {callsOf(who).map((call) => (
                <CallCard key={call.name} call={call} />
              ))}
            </div>
          </Section>
        ))}
        <Section
          id="typed"
          title="Typed client"
          lead="The project’s TypeScript client has types for requests and responses."
        >
          <Disclosure summary="Example: request a withdrawal">
            <Snippet isSelectable label="The typed client">
              {createTypedExample(origin)}
            </Snippet>
          </Disclosure>
        </Section>
        <Section id="elsewhere" title="Pages of another server">
          <p>
            Calls, fields and messages follow the specification, so pages written for another server work once their
            origin is allowed here. One thing differs: administrators’ calls need the token that admin returned. If a
            page sends none, put these lines before its scripts. They also reload the page after the sign-in, because
            its earlier requests returned nothing.
          </p>
          <Disclosure summary="Script that sends the administrator’s token">
            <Snippet isSelectable label="Script that sends the administrator’s token">
              {adminTokenScript(origin)}
            </Snippet>
          </Disclosure>
          {UNSUPPORTED_CALLS.map(({ name, instead }) => (
            <p key={name}>
              <Code>{name}</Code> is not served. {instead}
            </p>
          ))}
        </Section>
      </WithSideNav>
    </Page>
  );
}
