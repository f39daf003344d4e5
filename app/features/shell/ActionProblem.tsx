import { useActionData } from '@remix-run/react';
import type { FormAnswer } from '~/platform/form/submission.server';
import { Notice } from '~/ui/Notice';

/** What a small form of this page (a button in a row) was refused for; larger forms show it beside their fields. */
export function ActionProblem({ title }: { title?: string }) {
  const messages = Object.values((useActionData() as FormAnswer | undefined)?.result?.error ?? {}).flat();
  if (messages.length === 0) return null;
  return (
    <Notice tone="danger" title={title}>
      {messages.filter(Boolean).join(' ')}
    </Notice>
  );
}
