import { readFileSync } from 'node:fs';

/* Inlines the CSS rules that a page uses, so that a first page on a slow connection shows its text without a second round trip. */

type Rule = { head: string; inside: string | Rule[] };

const GROUPING_RULE = /^@(?:layer|media|supports|container)\b/;

const CSS_TOKENS = /\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\/\*[\s\S]*?\*\/|[{};]/g;

function parseRules(sheet: string): Rule[] {
  const rules: Rule[] = [];
  let [begin, open, depth] = [0, 0, 0];
  for (const { 0: token, index } of sheet.matchAll(CSS_TOKENS)) {
    if (token === '{' && depth++ === 0) open = index;
    const isStatement = token === ';' && depth === 0;
    if (token === '}') depth -= 1;
    if (isStatement) rules.push({ head: sheet.slice(begin, index + 1).trim(), inside: '' });
    if (token === '}' && depth === 0) {
      const head = sheet
        .slice(begin, open)
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .trim();
      const body = sheet.slice(open + 1, index);
      rules.push({ head, inside: GROUPING_RULE.test(head) ? parseRules(body) : body });
    }
    if (isStatement || (token === '}' && depth === 0)) begin = index + 1;
  }
  return rules;
}

const SELECTOR_CHARACTERS = /\\(?:[0-9a-f]{1,6}\s?|[\s\S])|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[\s\S]/gi;

const unescapeCss = (escaped: string): string =>
  /^\\[0-9a-f]/i.test(escaped) ? String.fromCodePoint(Number.parseInt(escaped.slice(1), 16)) : escaped.slice(1);

/**
 * Returns the selectors of a rule with the classes that they require. Classes within brackets, such as in `:not(.a)`,
 * are not listed.
 */
function parseSelectors(head: string): { text: string; classes: string[] }[] {
  const found = [{ text: '', classes: [] as string[] }];
  let depth = 0;
  let isName = false;
  for (const [character] of head.matchAll(SELECTOR_CHARACTERS)) {
    const last = found[found.length - 1] as (typeof found)[number];
    if (character === ',' && depth === 0) {
      found.push({ text: '', classes: [] });
      isName = false;
      continue;
    }
    last.text += character;
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    const isEscape = character.startsWith('\\');
    isName = depth === 0 && (character === '.' || (isName && (isEscape || /[\w-]/.test(character))));
    if (character === '.' && depth === 0) last.classes.push('');
    else if (isName) last.classes.push((last.classes.pop() ?? '') + (isEscape ? unescapeCss(character) : character));
  }
  return found;
}

function selectUsedRules(rules: readonly Rule[], classes: ReadonlySet<string>): string {
  let text = '';
  for (const { head, inside } of rules) {
    if (typeof inside !== 'string') {
      const used = selectUsedRules(inside, classes);
      if (used) text += `${head}{${used}}`;
    } else if (head.startsWith('@')) {
      text += inside ? `${head}{${inside}}` : head;
    } else {
      const selectors = parseSelectors(head).filter((selector) => selector.classes.every((name) => classes.has(name)));
      if (selectors.length > 0) text += `${selectors.map((selector) => selector.text).join(',')}{${inside}}`;
    }
  }
  return text;
}

function dropUnusedVariables(text: string): string {
  const input = text.replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (definition, name) =>
    text.includes(`var(${name}`) ? definition : '',
  );
  return input.replaceAll(/@(?:keyframes|property) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, name) =>
    input.replace(rule, '').includes(name) ? rule : '',
  );
}

const classesOf = (page: string): string[] =>
  [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .split(/\s+/),
  );

/** Creates the function that inlines a page's styles. The complete sheets are fetched after the page. */
export function createStyleInliner(folder: string): (page: string) => string {
  const sheets = new Map<string, Rule[]>();
  const sheetAt = (href: string): Rule[] => {
    const known = sheets.get(href) ?? parseRules(readFileSync(folder + href, 'utf8'));
    sheets.set(href, known);
    return known;
  };
  return (page) => {
    const scripts = [...page.matchAll(/<script src="(\/assets\/[\w.-]+)"/g)].map(([, src]) =>
      readFileSync(`${folder}${src}`, 'utf8'),
    );
    // Words in a script, which may be classes that it sets.
    const text = scripts.flatMap((script) => script.match(/[\w-]+/g) ?? []);
    const classes = new Set([...classesOf(page), ...text]);
    const hrefs: string[] = [];
    const styled = page.replaceAll(/<link rel="stylesheet" href="(\/assets\/[\w.-]+)"\/>/g, (_, href) => {
      hrefs.push(href);
      return `<style>${dropUnusedVariables(selectUsedRules(sheetAt(href), classes))}</style>`;
    });
    // Placed last, so that they do not compete with the page for bandwidth.
    const later = hrefs.map((href) => `<link rel="prefetch" as="style" href="${href}"/>`).join('');
    return styled.replace('</body>', `${later}</body>`);
  };
}
