// Page for Next.js, copied into the application that `nextPeer.ts` builds. It renders the elements of one of the
// product's pages for each request.
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { elementsOf, readsOf } from './peerParts.mjs';

export const dynamic = 'force-dynamic';

let known;

function prepare() {
  const { html, file, email, product } = JSON.parse(readFileSync('given.json', 'utf8'));
  // The import is hidden from the bundler.
  const Database = process.getBuiltinModule('node:module').createRequire(product)('better-sqlite3');
  // Next.js adds its own scripts, so the product's are omitted.
  const tree = elementsOf(html.replaceAll(/<script\b.*?<\/script>/gs, ''), createElement);
  return { tree, ...readsOf(new Database(file, { readonly: true }), email) };
}

export default function Page() {
  known ??= prepare();
  known.read();
  return known.tree;
}
