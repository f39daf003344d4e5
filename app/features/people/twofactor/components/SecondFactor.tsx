import type { ReactNode } from 'react';
import { durationText } from '~/platform/text/durationText';
import { SECOND_FACTOR_SETUP_MS } from '~/signIns/signInLimits';
import { Button, CopyButton, CopyText } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { CodeField } from '~/ui/forms/CodeField';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Card, Cluster, Columns, Stack, WithPicture } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { BookPicture } from '~/ui/pictures/BookPicture';
import { QrCode } from '~/ui/pictures/QrCode';
import { Code } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { useActionData } from '~/web/router';
import { otpSchema, startSetupSchema } from '../schema';
import type { SecondFactorState } from '../security.server';

export function SecondFactor({ factor, required = false }: { factor: SecondFactorState; required?: boolean }) {
  const answer = useActionData() as { codes?: string[] } | undefined;
  return (
    <Stack>
      {required && factor.state !== 'on' && (
        <Notice tone="warning" title="Set this up first">
          In live mode administrators need two-factor authentication. Turn it on to continue.
        </Notice>
      )}
      {answer?.codes && <RecoveryCodes codes={answer.codes} />}
      {factor.state === 'off' && <SecondFactorOff />}
      {factor.state === 'begun' && <SecondFactorSetup {...factor} />}
      {factor.state === 'on' && <SecondFactorOn {...factor} />}
    </Stack>
  );
}

function SecondFactorOff() {
  return (
    <Card title="Two-factor authentication is off">
      <WithPicture picture={<BookPicture icon="shield" />}>
        <p>
          With it, logging in and moving money also need a code from your phone, so a stolen password or an open browser
          is not enough.
        </p>
      </WithPicture>
      <p>
        You need an authenticator app: any that shows six-digit codes that change every 30 seconds. You also get
        recovery codes, in case you lose your phone.
      </p>
      <ActionForm
        schema={startSetupSchema}
        id="begin"
        fields={[
          {
            as: PasswordField,
            name: 'currentPassword',
            label: 'Current password',
            hint: 'Your other devices are signed out once it is on, and API tokens end.',
            autoComplete: 'current-password',
          },
        ]}
      >
        <Button tone="primary" name="_intent" value="begin" icon="shield">
          Turn it on
        </Button>
      </ActionForm>
    </Card>
  );
}

function SecondFactorSetup({ secret, code }: Extract<SecondFactorState, { state: 'begun' }>) {
  return (
    <Card title="Set up your authenticator app">
      <Columns>
        <QrCode code={code} label="QR code for your authenticator app" />
        <Stack>
          <p>Scan the picture, or enter this key in your app:</p>
          <CopyText text={secret} label="key" />
          <p>Then type the code that it shows, within {durationText(SECOND_FACTOR_SETUP_MS)}.</p>
        </Stack>
      </Columns>
      <CodeForm hint="The six digits that your authenticator app shows.">
        <Button tone="primary" name="_intent" value="enable">
          Turn it on
        </Button>
      </CodeForm>
    </Card>
  );
}

function SecondFactorOn({ since, codesLeft }: { since: Date; codesLeft: number }) {
  return (
    <Card title="Two-factor authentication is on">
      <p>
        Since <Time at={since} />. {codesLeft} of your recovery codes {codesLeft === 1 ? 'is' : 'are'} left.
      </p>
      {codesLeft < 3 && <Notice tone="warning">Create new recovery codes before you run out of them.</Notice>}
      <CodeForm hint="From your authenticator app, or a recovery code.">
        <Button name="_intent" value="renew">
          New recovery codes
        </Button>
        <Button tone="danger" name="_intent" value="disable">
          Turn it off
        </Button>
      </CodeForm>
    </Card>
  );
}

const CodeForm = ({ hint, children }: { hint: string; children: ReactNode }) => (
  <ActionForm schema={otpSchema} id="security" fields={[{ as: CodeField, name: 'otp', label: 'Code', hint }]}>
    <Cluster>{children}</Cluster>
  </ActionForm>
);

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Card title="Your recovery codes" lead="They are shown only this once. Each can be used once instead of a code.">
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label="recovery codes" />
      <Notice>Store them apart from your phone: on paper, or in a password manager.</Notice>
    </Card>
  );
}
