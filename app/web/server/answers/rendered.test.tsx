import { type ReactNode, Suspense } from 'react';
import { describe, expect, test } from 'vitest';
import { rendered } from './rendered.server';

const html = async (body: ReactNode) =>
  (
    await rendered(
      <html lang="en">
        <body>{body}</body>
      </html>,
      'abc',
    )
  ).toString();

type Data = { text?: string; error?: Error; waiting: Promise<void> };

/** Data that comes, or fails, a moment later. */
function soon(text: string | Error): Data {
  const data: Data = { waiting: Promise.resolve() };
  data.waiting = new Promise((resolve) => {
    setTimeout(() => {
      if (typeof text === 'string') data.text = text;
      else data.error = text;
      resolve();
    }, 5);
  });
  return data;
}

function Late({ data }: { data: Data }) {
  if (data.error) throw data.error;
  if (data.text === undefined) throw data.waiting;
  return <b>{data.text}</b>;
}

function Broken({ error }: { error: Error }): ReactNode {
  throw error;
}

describe('a document', () => {
  test('has no zero byte in it, wherever a character of several bytes falls', async () => {
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        html(Array.from({ length: 300 }, (_, line) => <input key={line} defaultValue={`${'x'.repeat(at)}“é”−`} />)),
      ),
    );
    expect(pages.filter((page) => page.includes('\0'))).toEqual([]);
    expect(pages.every((page) => page.split('“é”−').length === 301)).toBe(true);
  });

  test('is whole, however large it is, and has in its place what waits for something', async () => {
    const page = await html(
      <>
        <Suspense fallback="wait">
          <Late data={soon('x'.repeat(200_000))} />
        </Suspense>
        <i>{'é'.repeat(200_000)}</i>
      </>,
    );
    expect(page).toMatch(/^<!DOCTYPE html><html lang="en"><body>.*<\/body><\/html>$/s);
    expect(page.replace(/<!--\/?\$-->/g, '')).toContain(`<b>${'x'.repeat(200_000)}</b><i>${'é'.repeat(200_000)}</i>`);
    expect(page).not.toMatch(/wait|<script|<template/);
  });

  const error = new Error('a part that fails');
  test.each([
    ['at once', () => <Broken error={error} />],
    ['inside a Suspense', () => <Suspense fallback="wait">{<Broken error={error} />}</Suspense>],
    ['inside a Suspense, after waiting', () => <Suspense fallback="wait">{<Late data={soon(error)} />}</Suspense>],
  ])('is no document where a part fails %s', async (_, body) => {
    await expect(html(body())).rejects.toBe(error);
  });
});
