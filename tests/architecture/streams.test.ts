import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

test('a route says that it answers with a stream of events, exactly when it does', () => {
  const routes = sourcesOf('app/routes');
  const streaming = routes.filter(({ text }) => /\beventStream\(/.test(text)).map(({ path }) => path);
  const saying = routes.filter(({ text }) => /\bhandle = \{ stream: true \}/.test(text)).map(({ path }) => path);
  expect(streaming.length).toBeGreaterThan(2);
  expect(saying).toEqual(streaming);
});
