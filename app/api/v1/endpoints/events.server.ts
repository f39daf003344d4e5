import { z } from 'zod';
import { EVENT_TYPES } from '~/features/site/events/eventTypes';
import { parseResumablePosition, RESUMABLE_DAYS } from '~/features/site/events/newEvents.server';
import { canOpenEvents, openEvents } from '~/features/site/updates/stream.server';
import { done, refuse } from '~/platform/result';
import { defineStreamCall } from '../call.server';
import { id, time } from '../fields';

const tag = 'Events';

/** Schema of each type of event. */
export const EVENTS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(EVENT_TYPES).map(([type, { about, data }]) => [
    type,
    z
      .object({ id, type: z.literal(type), timestamp: time, data: data.describe(about) })
      .meta({ id: toSchemaName(type) }),
  ]),
);

/** Schema of an event, by its type. Streams send it as `data`, webhooks as the body. */
const eventSchema = z.discriminatedUnion('type', Object.values(EVENTS) as never).meta({ id: 'Event' });

/** Converts an event type, such as `deposit.changed`, to the name of a schema. */
function toSchemaName(type: string): string {
  return `${type.replace(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Event`;
}

export const EVENT_CALLS = [
  defineStreamCall({
    operation: 'streamEvents',
    path: 'events',
    tag,
    about: `Events of the account as server-sent events, at most a second late. \`event: begin\` says that later events will follow. To resume, send the last ID in the header Last-Event-ID, up to ${RESUMABLE_DAYS} days later. The stream ends with the key, or when another program takes its place; \`event: end\` is then sent last.`,
    output: eventSchema,
    open: ({ user, keyHash, request }) => {
      const last = request.headers.get('Last-Event-ID');
      const after = last ? parseResumablePosition(last) : null;
      if (last && !after) {
        return refuse(
          'bad-cursor',
          `Send a Last-Event-ID as it came, at most ${RESUMABLE_DAYS} days later; or none, to begin now.`,
        );
      }
      if (!canOpenEvents(keyHash)) return refuse('throttled', 'This key has as many streams as it may. End one first.');
      return done(() => openEvents({ person: user.id, sessionHash: keyHash, after }));
    },
  }),
];
