import type { ReactNode } from 'react';
import { Cluster } from '../layout/Layout';
import { Code } from '../Text';

const MAX_MESSAGE_CHARS = 300;

/** Error page: the error, links to continue, and the number for support. */
export function ErrorScreen(props: {
  status: number;
  title: string;
  message: ReactNode;
  address: string;
  requestId?: string;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div
      data-error
      className="mx-auto flex min-h-[60vh] w-full max-w-lg flex-col items-start justify-center gap-4 p-4 in-data-narrow:min-h-0 in-data-narrow:p-0"
    >
      <p className="text-sm font-medium text-muted">Error {props.status}</p>
      <h1 className="text-2xl font-semibold leading-tight">{props.title}</h1>
      <div>{props.message}</div>
      <p className="max-w-full text-sm text-muted">
        Address <Code>{props.address.slice(0, MAX_MESSAGE_CHARS)}</Code>
      </p>
      <Cluster>{props.actions}</Cluster>
      {props.children}
      {props.requestId && (
        <p className="text-sm text-muted">
          Request <Code>{props.requestId}</Code>
        </p>
      )}
    </div>
  );
}
