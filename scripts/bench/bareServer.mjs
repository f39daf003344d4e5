// The least that a Node server can be: what the others are measured against.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('hello'));
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
