// Minimal Node server as the reference for others. It answers each request with a short text.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('hello'));
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
