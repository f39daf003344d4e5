// Minimal Node server as the reference for others. It answers a short text or, from any other address, the bytes that
// it was started with.
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
