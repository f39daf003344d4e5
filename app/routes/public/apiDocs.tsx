import { listTraderAnswers } from '~/api/answers/traders.server';
import { CallCard } from '~/api/components/CallCard';
import { V1Guide } from '~/api/components/V1Guide';
import { documentCalls } from '~/api/document/document';
import { describeLimits } from '~/api/document/limits.server';
import { UNSUPPORTED_CALLS } from '~/api/document/notServed';
import { adminTokenScript } from '~/api/document/oldClients';
import { EXAMPLE_VARIABLES } from '~/api/document/variables';
import { guideToV1 } from '~/api/v1/guide.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { MINUTE } from '~/platform/durations';
import { publicOrigin } from '~/platform/installation/site';
import { formatCount } from '~/platform/text/figure';
import { Disclosure } from '~/ui/layout/Disclosure';
import { FoldedPart } from '~/ui/layout/Fold';
import { Page, Section } from '~/ui/layout/Layout';
import { WithSideNav } from '~/ui/shell/SideNav';
import { Code, Prose, Snippet } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import { publicRoute } from '~/web/guard/index.server';
import { REPEAT_WINDOW_MS } from '~/web/idempotency.server';
import { useLoaderData } from '~/web/router';

export const meta = () => pageMeta('API', 'Every call of the Mirrorbook API, with its fields and a line to try.');

export const loader = publicRoute.loader(async () => {
  const origin = publicOrigin();
  const repeatWindow = formatCount(REPEAT_WINDOW_MS / MINUTE, 'minute');
  const original = {
    calls: documentCalls(origin),
    first: await loadFirstAnswer(),
    repeatWindow,
    limits: describeLimits(),
  };
  return { origin, guide: guideToV1(origin), ...original };
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

const V1_LINKS = [
  { href: '#five-minutes', label: 'Five minutes to a first copy' },
  { href: '#v1', label: 'Calls of version 1' },
];

const GUIDE_LINKS = [
  { href: '#first', label: 'A first original call' },
  { href: '#signed-in', label: 'A call of your own' },
  { href: '#rules', label: 'Rules of the original calls' },
  { href: '#limits', label: 'Limits' },
  { href: '#variables', label: 'What to put in' },
];

const TOOL_LINKS = [
  { href: '#typed', label: 'Typed client' },
  { href: '#elsewhere', label: 'Pages of another server' },
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
  const groups = [
    { title: 'Version 1', links: V1_LINKS },
    { title: 'The original calls', links: GUIDE_LINKS },
    ...CALLER_KINDS.map((who) => ({
      title: SECTION_TITLES[who],
      links: callsOf(who).map(({ name }) => ({ href: `#${name}`, label: name })),
    })),
    { title: 'Tools', links: TOOL_LINKS },
  ];
  return (
    <Page roomy title="API" lead="Programs can do what the pages do, by the same rules.">
      <WithSideNav label="On this page" groups={groups}>
        <V1Guide {...guide} />
        <Section
          id="first"
          title="A first original call"
          lead="It needs no account: the traders, with their figures. A press on a command selects all of it."
        >
          <Snippet isSelectable label="The first call">
            {curlOf('fetchTraders')}
          </Snippet>
          <p>What this installation answers, here cut after the first trader and one trade:</p>
          <Snippet label="What the first call answers">{first}</Snippet>
        </Section>
        <Section
          id="signed-in"
          title="A call of your own"
          lead="Sign in once; the token that comes back goes along with every call after it."
        >
          <Snippet isSelectable label="Signing in">
            {curlOf('login')}
          </Snippet>
          <p>
            It answers <Code>{'{ "status": "ok", "token": "..." }'}</Code>
          </p>
          <Snippet isSelectable label="What the account has">
            {curlOf('getData')}
          </Snippet>
        </Section>
        <Section id="rules" title="Rules of the original calls">
          <Prose wide>
            <ul>
              <li>
                Requests and answers are JSON in UTF-8. Calls that take a file also accept{' '}
                <Code>multipart/form-data</Code>.
              </li>
              <li>
                <Code>login</Code>, <Code>register</Code> and <Code>admin</Code> return a token; send it in the header{' '}
                <Code>x-access-token</Code>. Cookies are not read.
              </li>
              <li>
                Amounts are US dollars with at most two decimals. <Code>date</Code> is a date for people to read, in
                UTC; <Code>at</Code> is the same in ISO 8601.
              </li>
              <li>
                A call that did not succeed returns a <Code>message</Code> and, where one field caused it, its name in{' '}
                <Code>field</Code>. All problems with fields are in <Code>errors</Code>.
              </li>
              <li>
                <Code>status</Code> in a body is <Code>ok</Code> or 200 when it is done, else a number or the word{' '}
                <Code>error</Code>. A refusal is HTTP 200 all the same, or 4xx where each call below says so; other HTTP
                statuses are for requests that no call answers: no token, too many requests, a fault. In live mode what
                takes two administrators is answered with 202 and <Code>pending</Code>.
              </li>
              <li>
                A call sent twice with the same <Code>Idempotency-Key</Code> is done once; the second answer is the
                first and carries <Code>Idempotency-Replayed</Code>. Without a key, money asked for in exactly the same
                way within {repeatWindow} is answered with 409.
              </li>
            </ul>
            <p>
              For machines: <a href="/api/openapi.json">the OpenAPI document</a>, made from the schemas that check the
              calls.
            </p>
          </Prose>
          <div id="limits" className="scroll-mt-20">
            <Disclosure summary="Limits of all calls">
              <Prose wide>
                <ul>
                  <li>
                    Every answer says in <Code>RateLimit-Remaining</Code> how many requests are left; after that comes
                    429 with <Code>Retry-After</Code>.
                  </li>
                  {limits.map((limit) => (
                    <li key={limit}>{limit}</li>
                  ))}
                </ul>
              </Prose>
            </Disclosure>
          </div>
        </Section>
        <Section
          title="What to put in"
          lead="Each call below has a command for a shell. Replace what begins with a dollar sign."
        >
          <Disclosure summary="What each of them stands for">
            <div id="variables" className="scroll-mt-20">
              <Table
                narrow
                columns={VARIABLE_COLUMNS}
                rows={EXAMPLE_VARIABLES}
                rowKey={({ name }) => name}
                caption="What to replace"
              />
            </div>
          </Disclosure>
        </Section>
        {CALLER_KINDS.map((who) => (
          <FoldedPart key={who} title={SECTION_TITLES[who]}>
            <div>
              {callsOf(who).map((call) => (
                <CallCard key={call.name} call={call} />
              ))}
            </div>
          </FoldedPart>
        ))}
        <Section
          id="typed"
          title="Typed client"
          lead="In TypeScript, the project’s own client checks what you send and knows what comes back."
        >
          <Disclosure summary="What asking for a withdrawal looks like with it">
            <Snippet isSelectable label="The typed client">
              {createTypedExample(origin)}
            </Snippet>
          </Disclosure>
        </Section>
        <FoldedPart title="Pages of another server">
          <p id="elsewhere">
            Calls, fields and words are those of the specification, so pages written for another server work once their
            origin is allowed here. One thing differs: an administrator’s call needs the token that admin returned.
            Where a page sends none, put these lines before its scripts; they also load the page again after the
            sign-in, since what it asked for before was answered with nothing.
          </p>
          <Disclosure summary="Lines that keep the administrator’s token">
            <Snippet isSelectable label="Lines that keep the administrator’s token">
              {adminTokenScript(origin)}
            </Snippet>
          </Disclosure>
          {UNSUPPORTED_CALLS.map(({ name, instead }) => (
            <p key={name}>
              <Code>{name}</Code> is not served. {instead}
            </p>
          ))}
        </FoldedPart>
      </WithSideNav>
    </Page>
  );
}
