// Reference server as it is usually built: Express, and manually prepared statements. It is started with the HTML of a
// page, an answer, the database and the user's address, and renders the same elements for each request.
import Database from 'better-sqlite3';
import compression from 'compression';
import express from 'express';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

const LISTS = ['deposit', 'withdrawal', 'investment', 'mirror', 'copy', 'notification', 'file'];

/** Prepares a dozen reads about a user. @returns the function that runs them */
function readsOf(database, email) {
  const { id: user } = database.prepare('select id from "user" where email = ?').get(email);
  const statements = [
    ...['session', 'setting', 'plan'].map((table) => database.prepare(`select * from "${table}" limit 1`)),
    database.prepare('select * from "user" where id = ?').bind(user),
    database.prepare('select * from account where owner_id = ?').bind(user),
    ...LISTS.map((table) => {
      const column = table === 'file' ? 'owner_id' : 'user_id';
      return database.prepare(`select * from "${table}" where ${column} = ? order by id desc limit 20`).bind(user);
    }),
  ];
  const read = () => {
    for (const statement of statements) statement.all();
  };
  return { read, reads: statements.length };
}

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);

/** Returns the elements of a page rendered by React, whose HTML is always well formed. */
function elementsOf(html, createElement) {
  const root = { children: [] };
  const open = [root];
  const tokens = html.matchAll(
    /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g,
  );
  for (const [token, closing, name, attributes] of tokens) {
    const within = open.at(-1);
    if (name === undefined) {
      if (!token.startsWith('<!')) within.children.push(decoded(token));
    } else if (closing) {
      open.pop();
    } else {
      const element = { name, props: propsOf(attributes), children: [] };
      within.children.push(element);
      if (!VOID.has(name)) open.push(element);
    }
  }
  const made = (part) =>
    typeof part === 'string' ? part : createElement(part.name, part.props, ...part.children.map(made));
  return made(root.children.find(({ name }) => name === 'html'));
}

const NAMES = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex', charset: 'charSet', nomodule: 'noModule' };

/** Converts attributes to React props. Omits `style` and events, which have another form and are few. */
function propsOf(attributes = '') {
  const provided = [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].filter(([, name]) => name !== 'style');
  return Object.fromEntries(
    provided.map(([, name, value]) => [NAMES[name] ?? name, value === undefined ? '' : decoded(value)]),
  );
}

const decoded = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

process.once('message', ({ html, answer, file, email }) => {
  const { read, reads } = readsOf(new Database(file, { readonly: true }), email);
  const tree = elementsOf(html, createElement);
  const app = express();
  app.use(compression());
  app.get('/page', (_request, response) => {
    read();
    const page = renderToString(tree);
    response.type('html').send(`<!DOCTYPE html>${page}`);
  });
  app.get('/data', (_request, response) => {
    read();
    response.type('json').send(JSON.stringify(answer));
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port, reads }));
});
