import { Fragment } from 'react';
import { Id, Muted, WithAmounts } from '~/ui/Text';
import type { NamedEvent } from '../../logs.server';

export const EventDetails = ({ noted }: Pick<NamedEvent, 'noted'>) =>
  noted.map((line) => (
    <Muted key={line}>
      <WithIds>{line}</WithIds>
    </Muted>
  ));

const WithIds = ({ children }: { children: string }) =>
  children
    .split(/(?<=^|\s)(?=\S*\d)([\w:.-]{25,})(?=$|\s)/)
    .map((part, at) => (
      <Fragment key={at}>{at % 2 === 1 ? <Id>{part}</Id> : <WithAmounts>{part}</WithAmounts>}</Fragment>
    ));
