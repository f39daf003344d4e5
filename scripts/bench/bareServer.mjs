// Minimal Node server as the reference for the others. It says hello or, if it was given an answer, sends those bytes
// from any other address.
import { createServer } from 'node:http';

let given = { headers: [], body: Buffer.alloc(0) };
process.on('message', ({ headers, body }) => {
  given = { headers, body: Buffer.from(body, 'base64') };
});

const server = createServer((request, response) => {
  if (request.url === '/') response.end('hello');
  else response.writeHead(200, given.headers).end(given.body);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
