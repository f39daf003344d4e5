import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import type { ShownMail as Mail } from '../queries.server';

/** Verification mail shown on the page because there is no mail server. Its button does the same as its link. */
export function MailOnPage({ mail: { to, subject, paragraphs, href } }: { mail: Mail }) {
  const link = new URL(href).pathname;
  return (
    <Stack>
      <Notice tone="info" title="No mail was sent">
        This is paper mode and no mail server is set up, so the message is shown here, only in this browser.
      </Notice>
      {/* The mark of paper mode in subjects, since the notice above says so. */}
      <Card title={subject.replace(/^\[paper\] /, '')} lead={`To ${to}`}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <PostForm action={link}>
          <Button name="_intent" value="verify" tone="primary" wide>
            Verify my email
          </Button>
        </PostForm>
      </Card>
    </Stack>
  );
}
