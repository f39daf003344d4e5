import { LinkButton } from '~/ui/Button';
import { Card, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import type { ShownMail as Mail } from '../queries.server';

/** Mail that is shown because there is no mail server. */
export function MailOnPage({ mail: { to, subject, paragraphs, href } }: { mail: Mail }) {
  const link = new URL(href).pathname;
  return (
    <Stack>
      <Notice tone="info" title="No mail was sent">
        This is paper mode and no mail server is set up, so the message is shown here, only in the browser that signed
        up.
      </Notice>
      <Card title={subject} lead={`To ${to}`}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <LinkButton to={link} tone="primary" wide>
          Open the link
        </LinkButton>
      </Card>
    </Stack>
  );
}
