// Reference server as it is usually built: Express, and manually prepared statements. It is started with the HTML of a
// page, an answer, the database and the user's address, and renders the same elements for each request.
import Database from 'better-sqlite3';
import compression from 'compression';
import express from 'express';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { elementsOf, readsOf } from './peerParts.mjs';

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
