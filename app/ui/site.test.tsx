import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Change } from './tables/Data';

const script = readFileSync(new URL('site.js', import.meta.url), 'utf8');

test.each([12, -12, 0])(
  'the script of public pages writes changes of %i basis points as the server renders them',
  (bps) => {
    const rendered = renderToStaticMarkup(<Change bps={bps} />);
    // The script expects an icon, the figure as one text, and a word.
    const parts =
      /^<span class="[^"]* (text-\w+)"><svg[^>]*><use href="[^"#]*#([\w-]+)"><\/use><\/svg>([^<]+)<span class="sr-only">([^<]+)<\/span><\/span>$/;
    const [, colour, drawing, figure = '', word] = parts.exec(rendered) ?? [];
    expect(rendered).toMatch(parts);
    const way = /^[+−]/.test(figure) ? `'${figure[0]}'` : '0';
    expect(script).toContain(`${way}: ['${colour}', '${drawing}', '${word}']`);
  },
);
