import { request } from 'node:http';

export type Weight = { path: string; bytes: number; page: number; styles: number; scripts: number; requests: number };

/** Requests an address like a browser that accepts brotli, and returns the compressed body. */
function travelling(address: URL): Promise<{ body: Buffer; type: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ body: Buffer.concat(parts), type: String(answer.headers['content-type']) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Measures the compressed bytes of a page's first view without pictures: its HTML, styles and scripts. */
export async function weigh(origin: string, path: string): Promise<Weight> {
  const { body } = await travelling(new URL(path, origin));
  const html = await (await fetch(new URL(path, origin))).text();
  const expected = [
    ...[...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href ?? ''),
    ...[...html.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g)].map(
      ([, src]) => src ?? '',
    ),
  ];
  let styles = 0;
  let scripts = 0;
  for (const href of new Set(expected)) {
    const part = await travelling(new URL(href, origin));
    if (part.type.startsWith('text/css')) styles += part.body.length;
    else scripts += part.body.length;
  }
  const bytes = body.length + styles + scripts;
  return { path, bytes, page: body.length, styles, scripts, requests: 1 + new Set(expected).size };
}
