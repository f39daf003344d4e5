import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawnPage } from './drawn.server';

/** A page of characters of three bytes, which meet the ends of React's pieces in every way. */
const rendered = (first: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const text = Array.from({ length: 400 }, (_, index) => createElement('p', { key: index }, `${first}▲ −1.25% ▼`));
    const { pipe } = renderToPipeableStream(createElement('main', null, text), {
      onAllReady: () => pipe(drawnPage((page) => resolve(page.toString('utf8')))),
      onError: reject,
    });
  });

test('no character is broken, wherever a piece ends', async () => {
  for (const first of ['', 'a', 'bc', 'def']) {
    const page = await rendered(first);
    expect(page).not.toContain('\0');
    expect(page).not.toContain('\uFFFD');
    expect(page.match(/▲ −1\.25% ▼/g)).toHaveLength(400);
  }
});
